/** The detail error keywords of SCIM that are used here (RFC 7644 section 3.12). */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** Thrown when a directory's request can't be met. Its transaction is rolled back. */
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

/** Returns the body of an error. SCIM has the status as a string. */
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
