/** The credentials that sign requests. Credentials that expire also have a session token. */
type S3Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** Returns credentials that are currently valid. */
export type S3CredentialSource = () => Promise<S3Credentials>;

/**
 * Returns the credentials of the machine, searching the same places as every AWS tool: the `AWS_…` variables,
 * a web identity (Kubernetes), the profile files, and the role of the container or instance. The credentials
 * are cached and fetched again before they expire. Each call rejects while there are none.
 */
export function getMachineCredentials(): S3CredentialSource {
  let provider: Promise<S3CredentialSource> | undefined;
  return async () => {
    // Loaded on demand, because few installations need this package and it's big.
    provider ??= import('@aws-sdk/credential-provider-node').then(({ defaultProvider }) => defaultProvider());
    return await (
      await provider
    )();
  };
}
