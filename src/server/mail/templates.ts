import { render as accountLink } from './templates/account/account-link.ts';
import { render as accountSecured } from './templates/account/account-secured.ts';
import { render as completed } from './templates/completed.ts';
import { render as copy } from './templates/recipients/copy.ts';
import { render as declined } from './templates/declined.ts';
import { render as delegated } from './templates/recipients/delegated.ts';
import { render as delegation } from './templates/recipients/delegation.ts';
import { render as digest } from './templates/digest.ts';
import { render as expired } from './templates/expired.ts';
import { render as expiring } from './templates/expiring.ts';
import { render as formCode } from './templates/account/form-code.ts';
import { render as invitation } from './templates/account/invitation.ts';
import { render as newLink } from './templates/new-link.ts';
import { render as recalled } from './templates/recalled.ts';
import { render as reminder } from './templates/reminder.ts';
import { render as scheduleFailed } from './templates/schedule-failed.ts';
import { render as signatureRequest } from './templates/signature-request.ts';
import { render as signingCode } from './templates/signing-code.ts';
import { render as test } from './templates/test.ts';
import { render as voided } from './templates/voided.ts';
import { render as webhookDisabled } from './templates/webhook-disabled.ts';
import { render as yourTurn } from './templates/your-turn.ts';

/** Every email that the service sends. */
export const MAIL_TEMPLATES = {
  'signature-request': signatureRequest,
  'your-turn': yourTurn,
  'new-link': newLink,
  reminder,
  delegated,
  delegation,
  'signing-code': signingCode,
  copy,
  'form-code': formCode,
  expiring,
  expired,
  completed,
  declined,
  voided,
  recalled,
  digest,
  'schedule-failed': scheduleFailed,
  'webhook-disabled': webhookDisabled,
  'account-link': accountLink,
  'account-secured': accountSecured,
  invitation,
  test,
} as const;
