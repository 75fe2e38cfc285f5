import { may, type Right, type Role } from './role.ts';

/**
 * What an operation of the dashboard takes: a right, or only a session of any role, even without the second
 * factor that the organization requires.
 */
export type Admission = 'account' | Right;

/**
 * Who may call each operation of the dashboard. Everything that decides who gets in and on what terms is
 * owners', in both directions: what only an owner may set up, nobody else may change or take away.
 */
export const OPERATIONS = {
  account: [
    ...['account.get', 'account.activity', 'account.rename', 'account.setLanguage'],
    'account.changeEmail',
    ...[
      'account.confirmEmailChange',
      'account.changePassword',
      'account.beginTotp',
      'account.confirmTotp',
      'account.disableTotp',
    ],
    ...['account.renewRecoveryCodes', 'account.beginPasskey', 'account.addPasskey'],
    ...['account.renamePasskey', 'account.removePasskey', 'account.endSession'],
    ...['account.endOtherSessions', 'account.switchOrganization'],
    ...['organization.list', 'organization.leave'],
  ],
  read: [
    ...['envelope.list', 'envelope.get', 'envelope.events', 'envelope.document', 'envelope.evidence'],
    ...['envelope.downloadAttachment', 'envelope.extract', 'envelope.rows', 'envelope.choices'],
    ...['envelope.downloadMany', 'envelope.verification', 'envelope.passages', 'envelope.numbers'],
    ...['envelope.threads', 'envelope.changes', 'envelope.findText', 'signerPasskey.list'],
    ...['envelope.yourTurn', 'envelope.previewRequest', 'envelope.report', 'envelope.signNow'],
    ...['template.list', 'template.get', 'template.document', 'template.form', 'template.results'],
    'template.findText',
    ...['bulkSend.get', 'bulkSend.results', 'bulkSend.list'],
    ...['label.list', 'label.of', 'view.list', 'view.create', 'view.change', 'view.delete'],
    ...['account.setTimeZone', 'account.notifications', 'account.changeNotifications'],
    ...['organization.enterTestMode', 'organization.create', 'organization.composing'],
    ...['agent.list', 'agent.end', 'event.samples', 'embedding.get', 'team.list'],
  ],
  send: [
    ...['envelope.create', 'envelope.draft', 'envelope.detect', 'envelope.copy', 'envelope.delete'],
    'envelope.createVersion',
    ...['envelope.upload', 'envelope.completeUpload', 'envelope.addDocument'],
    ...['envelope.uploadAddedDocument', 'envelope.reorderDocuments', 'envelope.removeDocument'],
    ...['envelope.send', 'envelope.unschedule', 'envelope.remind', 'envelope.resendLink'],
    ...[
      'envelope.correctParticipant',
      'envelope.acceptPasskey',
      'envelope.extendExpiry',
      'envelope.recall',
      'envelope.void',
    ],
    ...['envelope.createSession', 'envelope.createEditingSession', 'envelope.handOver', 'envelope.copyLink'],
    ...['envelope.answerThread', 'envelope.settleThread'],
    ...['template.create', 'template.copy', 'template.update', 'template.putFields', 'template.archive'],
    ...['template.restore', 'template.createEnvelope', 'template.putForm', 'template.deleteForm'],
    ...['bulkSend.check', 'bulkSend.start', 'contact.suggest', 'testClock.advance'],
    ...['label.create', 'label.change', 'label.delete', 'label.set', 'label.putOn', 'label.archive'],
  ],
  administer: [
    ...['webhook.list', 'webhook.create', 'webhook.get', 'webhook.update', 'webhook.delete'],
    ...['webhook.rotateSecret', 'webhook.test', 'webhook.sample', 'webhook.deliveries'],
    ...['webhook.delivery', 'webhook.redeliver', 'webhook.replay', 'webhook.health'],
    ...['webhook.countReplay', 'apiKey.list', 'apiKey.create', 'apiKey.revoke'],
    'signerPasskey.delete',
    ...['agent.rules', 'agent.changeRules', 'embedding.change'],
    ...['identityProvider.list', 'identityProvider.create', 'identityProvider.get'],
    ...['identityProvider.update', 'identityProvider.delete'],
    ...['member.list', 'member.activity', 'member.invite', 'member.resendInvitation'],
    ...['member.revokeInvitation', 'member.changeRole', 'member.remove'],
    ...['team.create', 'team.change', 'team.delete', 'team.addMember', 'team.removeMember'],
    ...['organization.rename', 'organization.defaults', 'organization.changeDefaults'],
    ...['organization.quotas', 'organization.membershipRules', 'branding.get', 'branding.change'],
    ...['retention.get', 'retention.change', 'retention.placeHold', 'retention.releaseHold'],
    ...['retention.eraseEnvelope', 'retention.erasePerson'],
    ...['singleSignOn.get', 'singleSignOn.test', 'singleSignOn.addDomain', 'singleSignOn.verifyDomain'],
    ...['administrativeAction.list', 'administrativeAction.search', 'administrativeAction.export'],
    ...['mail.status', 'mail.test', 'outbox.list', 'outbox.get'],
  ],
  own: [
    ...['organization.changeMembershipRules', 'export.list', 'export.start', 'export.download'],
    ...['singleSignOn.create', 'singleSignOn.change', 'singleSignOn.switch', 'singleSignOn.delete'],
    ...['singleSignOn.assignDomain', 'singleSignOn.removeDomain'],
    ...['singleSignOn.createToken', 'singleSignOn.revokeToken'],
  ],
} as const satisfies { readonly [A in Admission]: readonly string[] };

export type Operation = (typeof OPERATIONS)[Admission][number];

const ADMISSIONS: ReadonlyMap<Operation, Admission> = new Map(
  (Object.keys(OPERATIONS) as Admission[]).flatMap((admission) =>
    OPERATIONS[admission].map((operation) => [operation, admission] as const),
  ),
);

/** Checks whether a role admits to an operation of the dashboard. */
export function mayCall(role: Role, operation: Operation): boolean {
  const admission = ADMISSIONS.get(operation);
  if (admission === undefined) return false;
  return admission === 'account' || may(role, admission);
}
