/** What signs requests. A session token belongs to credentials that expire. */
type S3Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** Returns credentials that are valid now. */
export type S3CredentialSource = () => Promise<S3Credentials>;

/**
 * Returns the credentials of the machine, looked for as every AWS tool does: `AWS_…` variables, a web identity (Kubernetes), the profile files, the
 * container's or the instance's role. They are kept, and fetched anew before they expire. Each call rejects while there are none.
 */
export function getMachineCredentials(): S3CredentialSource {
  let provider: Promise<S3CredentialSource> | undefined;
  return async () => {
    // Few installations need it, and it's big.
    provider ??= import('@aws-sdk/credential-provider-node').then(({ defaultProvider }) => defaultProvider());
    return await (
      await provider
    )();
  };
}
