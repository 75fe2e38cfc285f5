import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.EnvelopesApi;
import org.openapitools.client.model.EnvelopeCreateRequest;
import org.openapitools.client.model.EnvelopeCreateRequestDocument;

/** Prints the new envelope's status, its first event, and the status of a refusal. */
public final class Main {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("ORIGIN"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("KEY")));
    EnvelopesApi envelopes = new EnvelopesApi(client);
    EnvelopeCreateRequest draft =
        new EnvelopeCreateRequest()
            .originalFilename("Agreement.pdf")
            .document(
                new EnvelopeCreateRequestDocument()
                    .contentBase64(System.getenv("CONTENT"))
                    .contentType(EnvelopeCreateRequestDocument.ContentTypeEnum.APPLICATION_PDF));
    var envelope = envelopes.envelopeCreate(draft, null, null).getEnvelope();
    var first = envelopes.envelopeEvents(envelope.getId(), null, null, null).getItems().get(0);
    String refusal = null;
    try {
      envelopes.envelopeGet("env_nothing", null, null);
    } catch (ApiException error) {
      refusal = error.getResponseBody().contains("\"not_found\"") ? "not_found" : error.getResponseBody();
    }
    System.out.println(envelope.getStatus() + ", " + first.getAction() + ", " + refusal);
  }
}
