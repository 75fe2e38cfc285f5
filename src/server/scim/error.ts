/** The detail error keywords of SCIM that are used here (RFC 7644 section 3.12). */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A request of a directory that can't be met. Its transaction is rolled back. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | null;
  constructor(status: number, scimType: ScimType | null, message: string) {
    super(message);
    this.status = status;
    this.scimType = scimType;
  }
}

/** Returns the body of an error. The status is a text. */
export function buildScimErrorBody({
  status,
  scimType,
  message,
}: Pick<ScimError, 'status' | 'scimType' | 'message'>) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === null ? {} : { scimType }),
    detail: message,
  };
}

export function createNotFoundError(): ScimError {
  return new ScimError(404, null, 'Resource not found.');
}

export function createInvalidValueError(message: string): ScimError {
  return new ScimError(400, 'invalidValue', message);
}
