import { ENVELOPE_STATUSES, isEnded, isSentCode } from '#domain/envelope/status.ts';
import type { Invitation, SignBody } from '#wire/signer.ts';
import type { SignerView } from '#wire/signer-view.ts';
import type { Answering } from './answers/answering.svelte.ts';
import { prepareSheetRules, type SheetRules } from './answers/sheet-rules.ts';
import type { AnswerSheet } from './answers/answer-sheet.svelte.ts';
import { checkUntil, FOLLOW_PAUSES_S } from './check-until.ts';
import { language } from '#ui/kit/language.ts';
import { readOrigin } from '#ui/kit/signing-origin.ts';
import { m } from '#i18n/compiled/messages.js';
import {
  getFailureMessage,
  getLinkScreen,
  getProofScreen,
  findSettledScreen,
  type Screen,
} from './screens/screen.ts';
import { CodeEntry } from './code/code-entry.svelte.ts';
import { loadCode } from './lazy/load-code.ts';
import type { SealedCopy } from './sealed-copy.svelte.ts';
import type { Visit } from './session/visit.ts';
import { ShownDocument } from './shown-document.svelte.ts';
import { SignerProblem, type SignerOperations } from './signer-api.ts';
import { LazyPart } from './lazy/lazy-part.svelte.ts';
import type { TabMemory } from './tab-memory.ts';

/** Why the last step failed. The remedy `reload` loads the document again. */
export type Failure = { readonly message: string; readonly remedy: 'retry' | 'reload' | 'wait' | null };

/** What lies over a screen and is closed one by one, such as a sheet below a dialog. */
type Layers = { readonly count: number; closeTop(): void };

/** The steps from the first page to each screen on the way to signing. The other screens are ends. */
const STEPS: Partial<Record<Screen['name'], number>> = {
  landing: 0,
  code: 1,
  signIn: 1,
  signing: 1,
  review: 2,
};

/** The code that only people who open the document need. */
const ANSWERING = new LazyPart(async () => ({
  default: (await import('./answers/answering.svelte.ts')).Answering,
}));

/** One signer's visit: the state of the page, and its calls to the signer's API. */
export class SigningSession {
  screen = $state<Screen>({ name: 'loading' });
  invitation = $state.raw<Invitation | null>(null);
  view = $state.raw<SignerView | null>(null);
  answering = $state.raw<Answering | null>(null);
  busy = $state(false);
  failure = $state<Failure | null>(null);
  consented = $state(false);
  /** Whether to say that the deadline passed while the person was filling in. */
  isOverdue = $state(false);
  memoryFull = $state(false);
  /** The result of requesting a new link. */
  renewal = $state<'none' | 'asked' | 'failed'>('none');
  layers = $state.raw<Layers | null>(null);
  readonly document = new ShownDocument();
  readonly code: CodeEntry;
  readonly #api: SignerOperations;
  readonly #memory: TabMemory;
  readonly #ended = new AbortController();
  /** How a page that was opened with a session URL ends; null for an emailed link. */
  readonly visit: Visit | null;

  readonly consentNeeded = $derived.by(
    () =>
      this.view?.envelope.consumerDisclosure === true && this.view.me.consentedAt === null && !this.consented,
  );
  /** Whether the person is on the way to signing. */
  readonly isUnderWay = $derived.by(() => STEPS[this.screen.name] !== undefined);
  /** How many sheets and dialogs cover the screen. In the review, those of the document can't be seen. */
  readonly #covers = $derived.by(() =>
    this.screen.name === 'review' ? Number(this.isOverdue) : (this.layers?.count ?? 0),
  );
  /** Whether the person has signed, declined or handed over their turn on this page. */
  #hasActed = $state(false);
  /** How many steps back the first page is. From the last page, all of them lead nowhere. */
  readonly depth = $derived.by(() => (STEPS[this.screen.name] ?? Number(this.#hasActed)) + this.#covers);
  readonly senderName = $derived(this.view?.senderName ?? this.invitation?.senderName ?? '');
  readonly approves = $derived((this.view?.me.role ?? this.invitation?.role) === 'approver');
  readonly senderEmail = $derived(this.view?.senderEmail ?? this.invitation?.senderEmail ?? '');
  readonly documentName = $derived(this.view?.envelope.displayName ?? this.invitation?.displayName ?? '');
  readonly branding = $derived(this.view?.branding ?? this.invitation?.branding ?? null);

  constructor(api: SignerOperations, memory: TabMemory, visit: Visit | null = null) {
    this.#api = api;
    this.#memory = memory;
    this.visit = visit;
    this.code = new CodeEntry(api);
  }

  /** Where a member of the organization goes afterwards, below /envelopes; null for everybody else. */
  get origin(): string | null {
    return readOrigin(this.#memory.token);
  }

  /** Whether the person has still to prove who they are, before they see what they signed. */
  get isUnproven(): boolean {
    return this.invitation?.authentication.method !== 'link' && this.#memory.passed === null;
  }

  /** The answers; null until the document is opened. */
  get sheet(): AnswerSheet | null {
    return this.answering?.sheet ?? null;
  }

  /**
   * Shows the landing page or, after a reload of an opened document, that document again. `answer` is the
   * query that an identity provider sent the person back with.
   */
  async begin(answer: string | null = null): Promise<void> {
    this.screen = { name: 'loading' };
    await this.#guard(async () => {
      this.invitation = await this.#api.invitation();
      const settled = findSettledScreen(this.invitation.envelopeStatus, this.invitation.participantStatus);
      const { method } = this.invitation.authentication;
      if (answer !== null && method === 'oidc') return this.#comeBack(answer);
      // The sealed copy requires the code as well.
      if (settled?.name === 'done' && this.isUnproven) return this.#settle(getProofScreen(method));
      if (settled !== null) return this.#settle(settled);
      if (this.#memory.opened) return this.#openEnvelope();
      this.screen = { name: 'landing' };
    });
  }

  /**
   * Fetches the viewer while the person reads the landing page, and the document too if the link alone opens
   * it. Nothing is recorded.
   */
  prepare(): void {
    void ANSWERING.load();
    this.#prepareDocument();
  }

  #prepareDocument(): void {
    const { invitation } = this;
    if (invitation?.authentication.method === 'link')
      this.document.prepare(this.#api, countPages(invitation.documents));
  }

  /**
   * Reads the envelope, which is recorded, and loads the document. Only called when the person asks for it.
   */
  async open(): Promise<void> {
    this.#prepareDocument();
    await this.#guard(() => this.#openEnvelope());
    // The person has asked for the document, so the code is sent without another request from them.
    if (this.screen.name === 'code' && isSentCode(this.screen.method)) await this.requestCode();
  }

  async requestCode(): Promise<void> {
    await this.#guard(async () => void (await this.code.request()));
  }

  /** Tries a code and opens the envelope if it is right. */
  async enterCode(code: string): Promise<void> {
    await this.#guard(() => this.#prove(code));
  }

  /** Leaves the page for the identity provider, which sends the person back to it. */
  async signIn(): Promise<void> {
    await this.#guard(async () => {
      const url = await this.code.request();
      if (url === null) return;
      this.#memory.keepLanguage(language.current);
      location.assign(url);
    });
  }

  async #comeBack(answer: string): Promise<void> {
    this.screen = { name: 'signIn' };
    if (new URLSearchParams(answer).has('error'))
      this.code.signInTrouble = { why: 'refused', attemptsLeft: null };
    else await this.#prove(answer);
  }

  async #prove(code: string): Promise<void> {
    const token = await this.code.enter(code);
    if (token === null) return;
    this.#memory.keepPassed(token);
    await this.#openEnvelope();
  }

  async loadDocument(): Promise<void> {
    const view = this.view;
    if (view === null) return;
    this.failure = null;
    await this.#guard(() =>
      this.document.load(this.#api, {
        expectedHash: view.envelope.documentHash,
        pageCount: countPages(view.envelope.documents),
        hasEarlierAnswers: view.isMyTurn && view.others.length > 0,
      }),
    );
  }

  /** Loads the envelope and the document again, and keeps the answers. */
  async reload(): Promise<void> {
    await this.document.close();
    await this.open();
  }

  /** Requests a new link by email. The page stays the same whether this works or not. */
  async requestNewLink(): Promise<void> {
    this.busy = true;
    try {
      await this.#api.requestNewLink();
      this.renewal = 'asked';
    } catch (error) {
      if (!(error instanceof SignerProblem)) throw error;
      this.renewal = 'failed';
    } finally {
      this.busy = false;
    }
  }

  /** Records the consent to the consumer disclosure. Returns false if that failed. */
  async consent(): Promise<boolean> {
    await this.#guard(async () => {
      await this.#api.consent();
      this.consented = true;
    });
    return this.consented;
  }

  /** Continues to the review once no answers and no pages are missing. */
  async review(): Promise<void> {
    if (this.answering === null) return;
    const { sheet, uploads } = this.answering;
    this.failure = uploads?.busy ? { message: m.failure_uploading(), remedy: 'wait' } : null;
    if (uploads?.busy) return;
    sheet.showMissing = true;
    if (sheet.open.length > 0) return;
    this.busy = true;
    // In the list view, people can fill in a field on a page that they haven't gone to.
    await this.document.seen.check(
      () => this.document.awaitOpen(),
      sheet.fields.map(({ page }) => page),
    );
    this.busy = false;
    if (this.document.isReady && this.screen.name === 'signing') this.screen = { name: 'review' };
  }

  /**
   * Returns to the landing page, which shows who asks, for what, and who else signs. The answers are kept.
   */
  backToLanding(): void {
    this.screen = { name: 'landing' };
  }

  backToDocument(): void {
    this.failure = null;
    this.screen = { name: 'signing' };
  }

  /** Goes one step back, unless something is under way. */
  stepBack(): void {
    if (this.busy) return;
    if (this.#covers > 0) this.layers?.closeTop();
    else if (this.screen.name === 'review') this.backToDocument();
    else if (this.isUnderWay) this.backToLanding();
  }

  /** Returns what is about to be signed, once the whole document has arrived. */
  async prepareBody(): Promise<SignBody | null> {
    const { answering } = this;
    if (this.busy || answering === null || this.view === null) return null;
    this.busy = true;
    const hasArrived = await this.document.awaitWhole();
    this.busy = false;
    if (!hasArrived && this.screen.name === 'review') this.backToDocument();
    const { hash, seen } = this.document;
    return hasArrived ? { ...answering.body(hash), language: language.current, pages: seen.report } : null;
  }

  async sign(): Promise<void> {
    const body = await this.prepareBody();
    if (body !== null) await this.signBy((api) => api.sign(body), body);
  }

  /** Signs as `send` does. Null means that nothing was signed, which `send` explains itself. */
  async signBy(
    send: (api: SignerOperations) => Promise<Invitation['envelopeStatus'] | null>,
    sent?: SignBody,
  ): Promise<void> {
    await this.finish(async (api) => {
      const status = await send(api);
      return status && { name: 'done', completed: status === 'completed' };
    }, sent);
  }

  /** Ends the person's part as `act` does. Null means that it hasn't ended, which `act` explains itself. */
  async finish(act: (api: SignerOperations) => Promise<Screen | null>, sent?: SignBody): Promise<void> {
    await this.#guard(async () => {
      const screen = await act(this.#api);
      if (screen === null) return;
      if (this.view !== null) this.#memory.forgetAnswers(this.view.me.id);
      await this.document.close();
      // Who has handed the turn over no longer has a link.
      if (screen.name !== 'delegated') this.invitation = await this.#afterwards();
      this.#hasActed = true;
      this.#settle(screen);
    }, sent);
  }

  /**
   * Returns the current invitation, which shows who comes next. Without a connection, returns the earlier
   * one.
   */
  async #afterwards(): Promise<Invitation | null> {
    try {
      return await this.#api.invitation();
    } catch (error) {
      if (!(error instanceof SignerProblem)) throw error;
      return this.invitation;
    }
  }

  /** Whether the sender can be asked. A preview has nobody to ask. */
  get canAsk(): boolean {
    return this.#api.call !== undefined && this.view?.canAsk === true;
  }

  /** Takes a step whose code isn't part of the page's first scripts, and explains what goes wrong. */
  run(step: (api: SignerOperations) => Promise<void>): Promise<void> {
    return this.#guard(() => step(this.#api));
  }

  /** Returns the document to read: the sealed one, or else with the answers so far. Null if that failed. */
  async readDocument(): Promise<Uint8Array | null> {
    try {
      return await this.#api.document('current');
    } catch (error) {
      if (error instanceof SignerProblem) return null;
      throw error;
    }
  }

  /** Saves the document with the answers so far. */
  async downloadCurrent(): Promise<void> {
    await this.#guard(async () => {
      const { saveDocument } = await loadCode(() => import('./save-document.ts'));
      saveDocument(await this.#api.document('current'), this.documentName, 'current');
    });
  }

  /** Waits until the sealed copy is ready. Calling the returned function stops it. */
  followCopy(copy: SealedCopy): () => void {
    this.#follow(copy.await(this.#api));
    return () => copy.stop();
  }

  downloadSealed(copy: SealedCopy, kind: 'sealed' | 'certificate'): Promise<void> {
    return copy.download(this.#api, this.documentName, kind);
  }

  /**
   * Asks whether the deadline has passed, which the sender may have moved. Without a connection, it has. Returns
   * false if the envelope can still be signed.
   */
  async meetDeadline(): Promise<boolean> {
    const found = await this.#api.invitation().catch(() => null);
    const { view } = this;
    if (found !== null && view !== null && found.expiresAt !== view.envelope.expiresAt)
      this.view = { ...view, envelope: { ...view.envelope, expiresAt: found.expiresAt } };
    const settled = findSettledScreen(
      found?.envelopeStatus ?? 'expired',
      found?.participantStatus ?? 'pending',
    );
    if (settled !== null) this.#settle(settled);
    return settled !== null;
  }

  /** Keeps the answers in case this tab is reloaded. */
  keepAnswers(): void {
    if (this.view === null || this.sheet === null) return;
    this.memoryFull = !this.#memory.keepAnswers(this.view.me.id, JSON.stringify(this.sheet.kept));
  }

  async end(): Promise<void> {
    this.#ended.abort();
    await this.document.close();
  }

  async #openEnvelope(): Promise<void> {
    const view = await this.#api.envelope(language.current);
    this.view = view;
    const settled = findSettledScreen(view.envelope.status, view.me.status);
    if (settled !== null) return this.#settle(settled);
    if (!view.isMyTurn) return this.#settle({ name: 'waiting' });
    void this.loadDocument();
    const rules = await prepareSheetRules(view);
    if (this.answering !== null) this.answering.renew(view, rules);
    else this.answering = await this.#answer(view, rules);
    this.#memory.rememberOpened();
    this.screen = { name: 'signing' };
  }

  async #answer(view: SignerView, rules: SheetRules): Promise<Answering> {
    const { needsReload } = ANSWERING;
    await ANSWERING.load();
    if (ANSWERING.loaded === null) {
      if (needsReload) location.reload();
      throw new SignerProblem('network');
    }
    return ANSWERING.loaded.open(view, rules, {
      api: this.#api,
      explain: (problem) => this.#explain(problem, undefined),
      kept: this.#memory.readAnswers(view.me.id),
    });
  }

  #settle(screen: Screen): void {
    this.failure = null;
    const { name } = this.screen;
    const isFillingIn = (name === 'signing' || name === 'review') && this.document.seen.any;
    this.isOverdue = isFillingIn && screen.name === 'ended' && screen.ending === 'expired';
    if (this.isOverdue) return;
    this.screen = screen;
    const othersGoOn = screen.name === 'waiting' || (screen.name === 'done' && !screen.completed);
    if (othersGoOn) this.#follow(this.#followOthers());
  }

  /** Shows how the envelope has ended, and whether there is a new version of it. */
  async #settleAnew(screen: Screen): Promise<void> {
    this.invitation = await this.#afterwards();
    this.#settle(screen);
  }

  #follow(followed: Promise<void>): void {
    void followed.catch((error: unknown) => {
      if (!(error instanceof SignerProblem)) throw error;
      this.#explain(error, undefined);
    });
  }

  /** Follows what the others do, until it's this person's turn or the envelope ends. */
  #followOthers(): Promise<void> {
    const shown = this.screen;
    const checkInvitation = async (): Promise<boolean> => {
      if (this.screen !== shown) return true;
      try {
        this.invitation = await this.#api.invitation();
      } catch (error) {
        // A link that has ended is reported. A lost connection will come back.
        if (!(error instanceof SignerProblem) || ['unauthorized', 'not_found'].includes(error.code))
          throw error;
        return false;
      }
      // The person may have moved on in the meantime.
      if (this.screen !== shown) return true;
      const { envelopeStatus, participantStatus, participants } = this.invitation;
      if (isEnded(envelopeStatus)) {
        const settled = findSettledScreen(envelopeStatus, participantStatus);
        if (settled !== null) this.#settle(settled);
        return true;
      }
      const isMyTurn = participants.some(({ isMe, isTheirTurn }) => isMe && isTheirTurn);
      if (shown.name !== 'waiting' || !isMyTurn) return false;
      this.screen = { name: 'landing' };
      return true;
    };
    return checkUntil(checkInvitation, FOLLOW_PAUSES_S, this.#ended.signal);
  }

  /** Runs one step. Problems become a screen or a message, and answers are kept. */
  async #guard(step: () => Promise<void>, sent?: SignBody): Promise<void> {
    this.busy = true;
    this.failure = null;
    try {
      await step();
    } catch (error) {
      if (!(error instanceof SignerProblem)) throw error;
      this.#explain(error, sent);
    } finally {
      this.busy = false;
    }
  }

  #explain(problem: SignerProblem, sent: SignBody | undefined): void {
    const link = getLinkScreen(problem);
    // A session can't be renewed from its own page, whatever is wrong with its token.
    if (link?.name === 'link' && this.visit !== null)
      return this.#settle({ name: 'link', trouble: 'session' });
    if (link?.name === 'link' && link.trouble === 'past' && this.invitation !== null)
      return this.#follow(this.#explainExpired(link));
    if (link !== null) return this.#settle(link);
    if (problem.code === 'not_your_turn') return this.#settle({ name: 'waiting' });
    if (problem.code === 'invalid_state') return this.#explainState(problem);
    if (problem.code === 'validation_failed' && sent !== undefined && this.answering !== null)
      return this.#follow(this.#explainAnswers(this.answering.refuse(sent, problem.details.issues)));
    const message = getFailureMessage(problem);
    const started = this.screen.name !== 'loading';
    if (started) this.failure = { message, remedy: 'retry' };
    else this.screen = { name: 'failed', message };
  }

  async #explainAnswers(refused: ReturnType<Answering['refuse']>): Promise<void> {
    const { atFields, others } = await refused;
    this.failure = { message: [m.failure_answers(), ...others].join(' '), remedy: null };
    if (atFields) this.screen = { name: 'signing' };
  }

  /** The link ends with the deadline, so the reason may be that nobody can sign anymore. */
  async #explainExpired(link: Screen): Promise<void> {
    const { envelopeStatus, participantStatus } = (this.invitation = await this.#api
      .invitation()
      .catch(() => null)) ?? { envelopeStatus: 'in_progress', participantStatus: 'pending' };
    this.#settle(findSettledScreen(envelopeStatus, participantStatus) ?? link);
  }

  /**
   * Handles an envelope that has changed since the page read it: voided, expired, signed elsewhere, or
   * replaced.
   */
  #explainState({ details }: SignerProblem): void {
    if (details.reason === 'document_changed') {
      this.failure = { message: m.failure_document_changed(), remedy: 'reload' };
      return;
    }
    if (details.reason === 'pages_not_shown') {
      this.failure = { message: m.signing_document_unreadable(), remedy: 'reload' };
      return;
    }
    if (details.reason === 'consent_required') {
      this.consented = false;
      if (this.view !== null) this.view = { ...this.view, me: { ...this.view.me, consentedAt: null } };
      this.screen = { name: 'signing' };
      this.failure = { message: m.failure_consent_required(), remedy: null };
      return;
    }
    const status = details.reason === 'expired' ? 'expired' : readEnvelopeStatus(details);
    const settled = status === null ? null : findSettledScreen(status, this.view?.me.status ?? 'pending');
    if (settled !== null) this.#follow(this.#settleAnew(settled));
    else this.failure = { message: m.failure_server(), remedy: 'retry' };
  }
}

function countPages(documents: Invitation['documents']): number {
  return documents.reduce((sum, { pageCount }) => sum + (pageCount ?? 0), 0);
}

function readEnvelopeStatus(details: SignerProblem['details']): Invitation['envelopeStatus'] | null {
  const { status } = details;
  return ENVELOPE_STATUSES.find((known) => known === status) ?? null;
}
