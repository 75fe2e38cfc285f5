import { createClient, type ApiClient } from '#client/client.ts';
import { noteServerTime } from './server-clock.ts';
import { readTimeZone } from './time-zone.ts';
import { takeEarlyInvitation } from './early-landing.ts';
import { encodeBase64, sendJson } from './attachments/send-json.ts';
import type { UploadedAttachment } from '#wire/attachment.ts';
import type { WireError } from '#wire/error.ts';
import type { OpenedSession } from '#wire/page-session.ts';
import type { CopyView } from '#wire/copy-view.ts';
import type { Invitation, SignBody } from '#wire/signer.ts';
import type { SignerView } from '#wire/signer-view.ts';
import type { Language } from '#domain/language.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';

/** The person who is asked to act in the signer's place, and the reason, which may be empty. */
export type Delegation = {
  readonly name: string;
  readonly email: string;
  /** Only needed if the person gets codes by text message. */
  readonly phone?: string;
  readonly reason: string;
};

/**
 * A part of a PDF, or all of it if the server has no parts. `length` is that of the whole, `tag` differs between
 * files.
 */
export type DocumentPart = {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly tag: string | null;
};

/** A picture of a page, and the SHA-256 (hex) of the document that the page is from. */
export type SentPicture = { readonly png: Blob; readonly sha256: string | null };

/** A file that the signer chose for a field. */
export type ChosenFile = {
  readonly fieldId: string;
  readonly filename: string;
  readonly content: Blob;
  /** Whether the field keeps the files that it has. */
  readonly add: boolean;
};

/** An error of the signer's API. The code is `network` if there was no response at all. */
export class SignerProblem extends Error {
  override readonly name = 'SignerProblem';
  readonly code: WireError['code'] | 'network';
  readonly details: Readonly<Record<string, unknown>>;
  /** The seconds to wait before trying again, if the server gave them. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: WireError['code'] | 'network',
    details: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds: number | null = null,
  ) {
    super(code);
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Exchanges the token of a session URL, which works once, for the page's own token. Rejects with a
 * `SignerProblem`.
 */
export function openSession(urlToken: string): Promise<OpenedSession> {
  return requireData(createSignerClient(urlToken).POST('/api/signer/session', { body: {} }));
}

/** Calls the signer's operations with one signer's token. Every method rejects with a `SignerProblem`. */
export class SignerApi {
  /**
   * Uses the token of the link, for the invitation, codes and new links, which can be requested without a
   * code.
   */
  readonly #link: ApiClient;
  readonly #linkToken: string;
  #client: ApiClient;
  /** The token that the client uses. */
  #token: string;

  /** `passed` is the token of a signer who has entered their code. */
  constructor(signerToken: string, passed: string | null) {
    this.#link = createSignerClient(signerToken);
    this.#linkToken = signerToken;
    this.#client = passed === null ? this.#link : createSignerClient(passed);
    this.#token = passed ?? signerToken;
  }

  /** Returns what the landing page shows. This request has no effect. */
  async invitation(): Promise<Invitation> {
    const early = await takeEarlyInvitation(this.#linkToken);
    return early ?? (await requireData(this.#link.GET('/api/signer/invitation')));
  }

  /** Returns the envelope as this signer sees it. The request is recorded as viewing the envelope. */
  envelope(language: Language): Promise<SignerView> {
    const timeZone = readTimeZone();
    const query = { language, ...(timeZone !== null && { timeZone }) };
    return requireData(this.#client.GET('/api/signer/envelope', { params: { query } }));
  }

  /**
   * Returns the PDF: the one to sign, or the sealed copy once there is one. `current` returns it with the
   * answers so far, `certificate` returns the certificate if that is a separate file.
   */
  async document(variant?: 'current' | 'certificate'): Promise<Uint8Array> {
    const params = variant === undefined ? {} : { params: { query: { variant } } };
    const call = this.#client.GET('/api/signer/document', { ...params, parseAs: 'arrayBuffer' });
    return new Uint8Array(await requireData(call));
  }

  /**
   * Returns the PDF from `begin` to before `end`, or to its own end. `watch` may put itself between a response and
   * its bytes.
   */
  async documentPart(
    { begin, end, variant }: { begin: number; end: number | null; variant?: 'current' },
    signal: AbortSignal,
    watch = (answer: Response): Response => answer,
  ): Promise<DocumentPart> {
    const call = this.#client.GET('/api/signer/document', {
      ...(variant !== undefined && { params: { query: { variant } } }),
      ...{
        parseAs: 'arrayBuffer',
        signal,
        fetch: async (request) => watch(await send(request)),
        headers: { range: `bytes=${begin}-${end === null ? '' : end - 1}` },
      },
    });
    const bytes = new Uint8Array(await requireData(call));
    const { response } = await call;
    return { bytes, length: readLength(response), tag: response.headers.get('etag') };
  }

  /**
   * Returns a picture of a page that the browser can't draw, or a small one to show until it can; null if there is
   * none. Never rejects.
   */
  async pagePicture(page: number, small: boolean): Promise<SentPicture | null> {
    const params = { query: { page, small } };
    try {
      const call = this.#client.GET('/api/signer/page-picture', { params, parseAs: 'blob' });
      const { data, response } = await call;
      return data ? { png: data, sha256: response.headers.get('x-document-sha256') } : null;
    } catch {
      return null;
    }
  }

  /** Returns what a recipient of a copy sees. */
  copy(): Promise<CopyView> {
    return requireData(this.#client.GET('/api/signer/copy'));
  }

  async consent(): Promise<EnvelopeStatus> {
    return (await requireData(this.#client.POST('/api/signer/consent', { body: { accepted: true } }))).status;
  }

  async sign(body: SignBody): Promise<EnvelopeStatus> {
    return (await requireData(this.#client.POST('/api/signer/sign', { body }))).status;
  }

  /** Uploads a file for a field and reports the share sent so far. Rejects if `signal` stops it. */
  async attach(
    { fieldId, filename, content, add }: ChosenFile,
    progress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<UploadedAttachment> {
    const body = { fieldId, filename, contentBase64: await encodeBase64(content), add };
    const url = `${location.origin}/api/signer/attachments`;
    const sent = sendJson({ url, token: this.#token, body, progress, signal });
    return requireData(sent.then(async (response) => ({ response, ...(await readBody(response)) })));
  }

  /** Removes a file that was uploaded. */
  async detach(id: string): Promise<void> {
    await requireData(
      this.#client.DELETE('/api/signer/attachments/{id}', { params: { path: { id } } }),
      null,
    );
  }

  /** Calls an operation whose code is loaded with what needs it. */
  call<T>(run: (client: ApiClient) => Promise<Answered<T>>): Promise<T> {
    return requireData(run(this.#client));
  }

  async decline(reason: string): Promise<EnvelopeStatus> {
    const body = reason === '' ? {} : { reason };
    return (await requireData(this.#client.POST('/api/signer/decline', { body }))).status;
  }

  async delegate({ reason, ...person }: Delegation): Promise<void> {
    const body = reason === '' ? person : { ...person, reason };
    await requireData(this.#client.POST('/api/signer/delegate', { body }));
  }

  /**
   * Requests a code by email or text message. If the person signs in with an identity provider instead,
   * returns the URL for that.
   */
  async startCode(): Promise<string | null> {
    const started = await requireData(this.#link.POST('/api/signer/authenticate/start', { body: {} }), null);
    return started?.url ?? null;
  }

  /** Exchanges a code for a token, which all other calls use from then on. Returns the token. */
  async authenticate(code: string): Promise<string> {
    const { token } = await requireData(this.#link.POST('/api/signer/authenticate', { body: { code } }));
    this.#client = createSignerClient(token);
    this.#token = token;
    return token;
  }

  /** Requests a new link by email. A link that no longer works can request one too. */
  async requestNewLink(): Promise<void> {
    await requireData(this.#link.POST('/api/signer/new-link', { body: {} }));
  }
}

/** The operations of a signer's page. They run on the server, or in a preview that keeps nothing. */
export type SignerOperations = Pick<
  SignerApi,
  | 'invitation'
  | 'envelope'
  | 'document'
  | 'pagePicture'
  | 'consent'
  | 'sign'
  | 'attach'
  | 'detach'
  | 'decline'
  | 'delegate'
  | 'requestNewLink'
  | 'startCode'
  | 'authenticate'
> &
  Partial<Pick<SignerApi, 'documentPart' | 'call'>>;

export type Answered<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

function createSignerClient(signerToken: string): ApiClient {
  return createClient({
    baseUrl: location.origin,
    signerToken,
    fetch: send,
  });
}

/** Returns the length of the whole of which a response is a part. */
export function readLength({ headers }: Response): number {
  return Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length'));
}

function send(request: Request): Promise<Response> {
  return fetch(request, { cache: 'no-store', credentials: 'omit' });
}

/** Returns a response's body, or `empty` if there is none. */
async function requireData<T>(call: Promise<Answered<T>>, empty?: null): Promise<T> {
  const { data, error, response } = await call.catch((thrown: unknown) => {
    // A response that isn't JSON, such as a proxy's page, is the server's fault and not the network's.
    throw new SignerProblem(thrown instanceof SyntaxError ? 'internal' : 'network');
  });
  noteServerTime(response);
  if (!response.ok) throw toProblem(error, response);
  if (data === undefined && empty === null) return undefined as T;
  if (data === undefined) throw new SignerProblem('internal');
  return data;
}

async function readBody(response: Response): Promise<{ data?: UploadedAttachment; error?: unknown }> {
  const body: unknown = await response.json();
  return response.ok ? { data: body as UploadedAttachment } : { error: body };
}

function toProblem(error: unknown, { status, headers }: Response): SignerProblem {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  if (isWireError(error)) return new SignerProblem(error.code, error.details ?? {}, retryAfter);
  return new SignerProblem(status >= 500 ? 'unavailable' : 'internal', {}, retryAfter);
}

/** Checks whether an error's body comes from the API and not from a proxy. */
function isWireError(error: unknown): error is WireError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}
