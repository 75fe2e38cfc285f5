import type { components, operations } from '../../../src/client/schema.ts';

/** A record of the API by name, such as `Schema<'EnvelopeGraph'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

type Operation = keyof operations;

/** The query parameters of an operation. */
export type Query<Name extends Operation> = NonNullable<operations[Name]['parameters']['query']>;

/** The JSON body that an operation takes. */
export type Body<Name extends Operation> = JsonOf<Sent<operations[Name]>>;

/** The JSON body that an operation returns. */
export type Answer<Name extends Operation> = JsonOf<Success<operations[Name]['responses']>>;

/** A file, as fetch sends it. */
export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

type Sent<Described> = Described extends { requestBody?: infer Body } ? NonNullable<Body> : never;
type Success<Responses> = Responses[keyof Responses & (200 | 201 | 202)];
type JsonOf<Message> = Message extends { content: { 'application/json': infer Json } } ? Json : never;
