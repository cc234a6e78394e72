-- What must not be claimed (D1): a topic, or everything, which stands as ''.
CREATE TABLE pause (
  topic     text COLLATE "C" PRIMARY KEY,
  reason    text NOT NULL,
  actor     text NOT NULL,
  paused_at timestamptz NOT NULL DEFAULT now()
);
