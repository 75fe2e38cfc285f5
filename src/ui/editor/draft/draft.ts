import type { Signing } from '#domain/envelope/signing.ts';
import type { Language } from '#domain/language.ts';
import type {
  AuthenticationMethod,
  CopyTime,
  LegalFramework,
  ParticipantDelivery,
  ParticipantRole,
} from '#domain/envelope/status.ts';
import type { ReminderPolicy } from '#domain/envelope/graph.ts';
import type { AutoSource, FieldSource, FieldType } from '#domain/field/catalogue.ts';
import type { FieldDetails } from '#domain/field/details.ts';
import type { Place } from '#ui/editor/placing/geometry.ts';

/**
 * What a participant stands for until a person is named: a role that was detected or that the editor made up.
 */
export type Slot =
  { readonly kind: 'role'; readonly id: string } | { readonly kind: 'party'; readonly index: number };

/**
 * A participant in the editor. Without a name and an email address, the participant is saved as the role of
 * its fields.
 */
export type DraftParticipant = {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly language: Language | null;
  readonly title: string;
  /** Whether they sign at the same time as the participant before them in the list. */
  readonly withPrevious: boolean;
  readonly role: ParticipantRole;
  readonly delivery: ParticipantDelivery;
  readonly authentication: AuthenticationMethod;
  /** A new access code. Empty to keep the one that the server has. */
  readonly accessCode: string;
  readonly hasAccessCode: boolean;
  /** The phone number that codes are texted to, as typed. */
  readonly phone: string;
  /** The id of the identity provider that they sign in with. Empty for other methods. */
  readonly provider: string;
  /** How they sign. */
  readonly signing: Signing;
  /** Whether they may ask someone else to act for them. Null for the organization's default. */
  readonly canDelegate: boolean | null;
  /** The note that only they see. */
  readonly message: string;
  readonly detectedPartyIndex: number | null;
  readonly slot: Slot;
};

/**
 * A field in the editor. Empty strings mean null. Properties that the editor doesn't show stay as they were
 * read.
 */
export type DraftField = Place &
  FieldDetails & {
    readonly key: string;
    /** The field's key in the API. Empty to derive it from the label. */
    readonly fieldKey: string;
    readonly type: FieldType;
    readonly page: number;
    /** Empty if unassigned. */
    readonly participantKey: string;
    /** A detected field is a suggestion until it's accepted, which makes it manual. */
    readonly source: FieldSource;
    readonly label: string;
    readonly required: boolean;
    readonly options: readonly string[];
    readonly group: string;
    readonly prefillValue: string;
    readonly locked: boolean;
    readonly autoSource: AutoSource | null;
    readonly proposedAutoSource: AutoSource | null;
    readonly partyIndex: number | null;
    readonly syntheticRoleId: string | null;
    readonly syntheticRoleName: string | null;
  };

export type DraftPolicy = {
  readonly legalFramework: LegalFramework;
  readonly consumerDisclosure: boolean;
  readonly expiresAt: string | null;
  readonly reminderPolicy: ReminderPolicy | null;
};

/** The message to everyone. Empty strings mean null. */
export type DraftMessage = { readonly subject: string; readonly body: string };

/** Someone who gets a copy. They aren't saved without a name and an address. */
export type DraftCopy = {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
  readonly when: CopyTime;
};

/** Everything that the editor changes, as one immutable value. Undo keeps earlier values. */
export type Draft = {
  readonly displayName: string;
  readonly participants: readonly DraftParticipant[];
  readonly fields: readonly DraftField[];
  readonly policy: DraftPolicy;
  readonly message: DraftMessage;
  readonly copies: readonly DraftCopy[];
};

/** The prefix of roles that the editor makes up for participants without an address. */
export const OWN_ROLE_PREFIX = 'slot_';
