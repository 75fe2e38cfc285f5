import { createClient, type ApiClient } from '#client/client.ts';
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

/** The person who is asked to act in the signer's place, and why; the reason may be empty. */
export type Delegation = {
  readonly name: string;
  readonly email: string;
  /** Only if they get codes by text message. */
  readonly phone?: string;
  readonly reason: string;
};

/** A file that the signer chose for a field. */
export type ChosenFile = { readonly fieldId: string; readonly filename: string; readonly content: Blob };

/** An error of the signer's API; `network` if there was no answer at all. */
export class SignerProblem extends Error {
  override readonly name = 'SignerProblem';
  readonly code: WireError['code'] | 'network';
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds to wait before trying again, if the server said so. */
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

/** Exchanges the token of a session URL, which works once, for the page's own. Rejects with a `SignerProblem`. */
export function openSession(urlToken: string): Promise<OpenedSession> {
  return requireData(createSignerClient(urlToken).POST('/api/signer/session', { body: {} }));
}

/** Calls the signer's operations with one signer's token. Every method rejects with a `SignerProblem`. */
export class SignerApi {
  /** By the link: the invitation, codes and new links, which need no code. */
  readonly #link: ApiClient;
  readonly #linkToken: string;
  #client: ApiClient;
  /** The client's. */
  #token: string;

  /** `passed` is the token of someone who has entered their code. */
  constructor(signerToken: string, passed: string | null) {
    this.#link = createSignerClient(signerToken);
    this.#linkToken = signerToken;
    this.#client = passed === null ? this.#link : createSignerClient(passed);
    this.#token = passed ?? signerToken;
  }

  /** Returns what the landing page shows. Asking has no effect. */
  async invitation(): Promise<Invitation> {
    const early = await takeEarlyInvitation(this.#linkToken);
    return early ?? (await requireData(this.#link.GET('/api/signer/invitation')));
  }

  /** Returns the envelope as this signer sees it. Asking is recorded as having viewed it. */
  envelope(language: Language): Promise<SignerView> {
    return requireData(this.#client.GET('/api/signer/envelope', { params: { query: { language } } }));
  }

  /**
   * Returns the PDF: the one to sign, or the sealed copy once there is one. `current`: with the answers so far; `certificate`: the
   * certificate that is a file of its own. `progress` is
   * told the share that has arrived, from 0 to 1.
   */
  async document(
    variant?: 'current' | 'certificate',
    progress?: (share: number) => void,
  ): Promise<Uint8Array> {
    const params = variant === undefined ? {} : { params: { query: { variant } } };
    const call = this.#client.GET('/api/signer/document', {
      ...params,
      parseAs: 'arrayBuffer',
      fetch: async (request) => watchProgress(await send(request), progress),
    });
    return new Uint8Array(await requireData(call));
  }

  /** Returns a picture of the first page, to show until the document is there; null if there is none. Never rejects. */
  async firstPage(): Promise<Blob | null> {
    const { data } = await this.#client
      .GET('/api/signer/first-page', { parseAs: 'blob' })
      .catch(createEmptyAnswer);
    return data ?? null;
  }

  /** Returns a picture of a page that the browser can't draw; null if there is none. Never rejects. */
  async pagePicture(page: number): Promise<Blob | null> {
    const params = { query: { page } };
    const { data } = await this.#client
      .GET('/api/signer/page-picture', { params, parseAs: 'blob' })
      .catch(createEmptyAnswer);
    return data ?? null;
  }

  /** Returns what someone who gets a copy sees. */
  copy(): Promise<CopyView> {
    return requireData(this.#client.GET('/api/signer/copy'));
  }

  async consent(): Promise<EnvelopeStatus> {
    return (await requireData(this.#client.POST('/api/signer/consent', { body: { accepted: true } }))).status;
  }

  async sign(body: SignBody): Promise<EnvelopeStatus> {
    return (await requireData(this.#client.POST('/api/signer/sign', { body }))).status;
  }

  /** Uploads a file for a field and reports the share sent so far. Rejects once `signal` stops it. */
  async attach(
    { fieldId, filename, content }: ChosenFile,
    progress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<UploadedAttachment> {
    const body = { fieldId, filename, contentBase64: await encodeBase64(content) };
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

  async decline(reason: string): Promise<EnvelopeStatus> {
    const body = reason === '' ? {} : { reason };
    return (await requireData(this.#client.POST('/api/signer/decline', { body }))).status;
  }

  async delegate({ reason, ...person }: Delegation): Promise<void> {
    const body = reason === '' ? person : { ...person, reason };
    await requireData(this.#client.POST('/api/signer/delegate', { body }));
  }

  /** Asks for a code by email or text message. Returns the URL where the person signs in instead, if they do. */
  async startCode(): Promise<string | null> {
    const started = await requireData(this.#link.POST('/api/signer/authenticate/start', { body: {} }), null);
    return started?.url ?? null;
  }

  /** Exchanges a code for a token, which the other calls use from then on. Returns it. */
  async authenticate(code: string): Promise<string> {
    const { token } = await requireData(this.#link.POST('/api/signer/authenticate', { body: { code } }));
    this.#client = createSignerClient(token);
    this.#token = token;
    return token;
  }

  /** Asks for a new link by email. A link that no longer works may ask too. */
  async requestNewLink(): Promise<void> {
    await requireData(this.#link.POST('/api/signer/new-link', { body: {} }));
  }
}

/** What a signer's page asks for and does: on the server, or in a preview that keeps nothing. */
export type SignerOperations = Pick<
  SignerApi,
  | 'invitation'
  | 'envelope'
  | 'document'
  | 'firstPage'
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
>;

const createEmptyAnswer = (): { readonly data?: never } => ({});

type Answered<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response };

function createSignerClient(signerToken: string): ApiClient {
  return createClient({
    baseUrl: location.origin,
    signerToken,
    fetch: send,
  });
}

/** Returns the same answer, telling `progress` what share of it has arrived, if its length is known. */
function watchProgress(answer: Response, progress: ((share: number) => void) | undefined): Response {
  const length = Number(answer.headers.get('content-length') ?? 0);
  if (progress === undefined || !answer.ok || answer.body === null || length === 0) return answer;
  let arrived = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      arrived += chunk.byteLength;
      progress(Math.min(1, arrived / length));
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counting), answer);
}

function send(request: Request): Promise<Response> {
  return fetch(request, { cache: 'no-store', credentials: 'omit' });
}

/** Returns an answer's body, or `empty` for one without. */
async function requireData<T>(call: Promise<Answered<T>>, empty?: null): Promise<T> {
  const { data, error, response } = await call.catch((thrown: unknown) => {
    // An answer that isn't JSON, such as the page of a proxy, is the server's fault rather than the network's.
    throw new SignerProblem(thrown instanceof SyntaxError ? 'internal' : 'network');
  });
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

/** Whether an error's body is the API's own, and not a proxy's. */
function isWireError(error: unknown): error is WireError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}
