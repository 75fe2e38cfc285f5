/** What an audit checks. Each kind of tampering fails one of these. */
export type AuditCheck =
  /** Each chain recomputes: no event was changed, removed from the middle, moved or partly erased. */
  | 'event_chain'
  /** Each event that the log or what waits for it names exists. */
  | 'event_missing'
  /** Each event that the log names has the hash that was logged. */
  | 'event_rewritten'
  /** Each head is in the log, or waits for it. */
  | 'head_unlogged'
  /** Each leaf is what its entry is the hash of. */
  | 'leaf_commitment'
  /** Each entry has its leaf. */
  | 'leaf_missing'
  /** The tiles are what the entries hash to. */
  | 'tiles'
  /** Each checkpoint has the log's valid signature. */
  | 'checkpoint_signature'
  /** Each checkpoint has the root of the entries that it covers. */
  | 'checkpoint_root'
  /** Every entry is covered by a checkpoint. */
  | 'checkpoint_missing'
  /** The log continues the checkpoint in the object storage. */
  | 'stored_checkpoint'
  /** The log continues every checkpoint that a witness has. */
  | 'witnessed_checkpoint'
  /** The log continues the checkpoint that was kept elsewhere. */
  | 'kept_checkpoint'
  /** Each document that a row names is stored, and has the hash that its name says. */
  | 'document';

/** One thing that is wrong, with a sentence about it. */
export type AuditFault = { readonly check: AuditCheck; readonly detail: string };

export type Audit = {
  readonly entries: number;
  readonly checkpoints: number;
  readonly envelopes: number;
  readonly faults: readonly AuditFault[];
};
