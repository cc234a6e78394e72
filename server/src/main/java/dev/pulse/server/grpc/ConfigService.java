package dev.pulse.server.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.sling.Slings;
import dev.pulse.v1.ConfigGrpc;
import dev.pulse.v1.ListSettingsRequest;
import dev.pulse.v1.ListSettingsResponse;
import dev.pulse.v1.SetSettingRequest;
import dev.pulse.v1.Setting;
import dev.pulse.v1.SettingRef;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** Answers the calls of {@code pulse.v1.Config}. */
final class ConfigService extends ConfigGrpc.ConfigImplBase {
  private final Slings slings;
  private final Unary unary;

  ConfigService(Slings slings, Executor threads) {
    this.slings = slings;
    this.unary = new Unary(threads);
  }

  @Override
  public void listSettings(
      ListSettingsRequest request, StreamObserver<ListSettingsResponse> answers) {
    unary.answer(
        answers,
        () -> {
          var list = ListSettingsResponse.newBuilder();
          slings.settings().forEach(setting -> list.addSettings(TaskWire.setting(setting)));
          return list.build();
        });
  }

  @Override
  public void getSetting(SettingRef request, StreamObserver<Setting> answers) {
    unary.answer(answers, () -> TaskWire.setting(slings.setting(request.getName())));
  }

  @Override
  public void setSetting(SetSettingRequest request, StreamObserver<Setting> answers) {
    String actor = Authentication.user(ServiceRequestContext.current()).orElse("anonymous");
    unary.answer(
        answers, () -> TaskWire.setting(slings.set(request.getName(), request.getValue(), actor)));
  }
}
