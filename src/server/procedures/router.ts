import { createCallerFactory, router } from '#server/trpc/init.ts';
import { changeEmail, confirmEmailChange } from './account/email.ts';
import {
  addPasskey,
  beginPasskey,
  beginTotpEnrolment,
  changePassword,
  confirmTotpEnrolment,
  disableTotp,
  removePasskey,
  renameOwnPasskey,
  renewRecoveryCodes,
} from './account/sign-in-methods.ts';
import {
  changeNotifications,
  checkDigestLink,
  endOtherSessions,
  endOwnSession,
  getAccount,
  listActivity,
  getNotifications,
  renameAccount,
  setAccountLanguage,
  setAccountTimeZone,
  switchDigest,
  switchOrganization,
} from './account/account.ts';
import {
  approveAnyName,
  getOverview,
  listAllOrganizations,
  retryJobs,
  suspendAny,
  unsuspendAny,
} from './administration.ts';
import {
  listAdministratorActions,
  listAllPeople,
  resetAnySecondFactor,
  signAnyOut,
} from './administration-people.ts';
import { exportActions, listActions, searchActions } from './administrative-action.ts';
import { allowAgent, denyAgent, getConsentRequest } from './agent/consent.ts';
import { changeAgentRules, endAgent, getAgentRules, listAgents } from './agent/agents.ts';
import { createKey, listKeys, revokeKey } from './api-key.ts';
import {
  checkResetLink,
  confirmEmail,
  requestPasswordReset,
  resendVerification,
  resetPassword,
} from './auth/mailed-links.ts';
import { signInWithPasskey, startPasskeySignIn } from './auth/passkeys.ts';
import { checkPendingSignIn, confirmSecondFactor, signIn } from './auth/sign-in.ts';
import { checkDeviceLock, getSession, signOut, unlockDevice } from './auth/sessions.ts';
import {
  beginPasskeyConfirmation,
  beginPasskeySignUp,
  checkSignUpLink,
  confirmPasskeySignUp,
  confirmSignUp,
  signUp,
  signUpWithPasskey,
} from './auth/sign-up.ts';
import { checkBulkSend, startBulkSend } from './bulk-send/start.ts';
import { getBulkResults, getBulkSend, listBulkSendsOf } from './bulk-send/read.ts';
import {
  getEditedDocument,
  getEditedEnvelope,
  openEditingSession,
  saveEditedDraft,
  sendEditedDraft,
} from './editing.ts';
import { suggestRecipients } from './contact.ts';
import {
  addDocument,
  removeDocument,
  reorderDocuments,
  takeDocument,
  uploadAddedDocument,
} from './document.ts';
import { listEnvelopePage, readChoices, readListRows, readNumbers, readYourTurn } from './envelope/list.ts';
import { readReport } from './envelope/report.ts';
import { completeUpload, uploadDocument } from './envelope/upload.ts';
import {
  acceptPasskey,
  correctParticipant,
  extendExpiry,
  recallEnvelope,
  voidEnvelope,
} from './envelope/change.ts';
import { copyEnvelope, createEnvelope } from './envelope/create.ts';
import { createEnvelopeVersion, listVersionChanges } from './envelope/versions.ts';
import { deleteEnvelope, detectFields, draftEnvelope } from './envelope/draft.ts';
import { getDocument, getDocumentLink, getLinkedDocument } from './envelope/document.ts';
import { getEvidence, getVerification } from './envelope/evidence.ts';
import { downloadEnvelopes, getEnvelope, listEvents } from './envelope/read.ts';
import {
  copySigningLink,
  createEditingSession,
  createPageSession,
  handOverDevice,
  signEnvelopeNow,
} from './envelope/session.ts';
import { answerThread, listThreads, settleThread } from './envelope/threads.ts';
import { extractEnvelope, getPagePicture, readPageLines, readPassages } from './envelope/pages.ts';
import {
  previewRequest,
  remindSigner,
  resendLink,
  sendEnvelope,
  unscheduleEnvelope,
} from './envelope/send.ts';
import { findEnvelopeText, findTemplateText } from './find-text.ts';
import { confirmForm, getFormDocument, sendFormLink, startForm, viewForm } from './form.ts';
import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from './identity-provider.ts';
import { getInstance } from './instance.ts';
import { acceptInvitation, joinByInvitation, readInvitation } from './invitation.ts';
import {
  changeLabel,
  createLabel,
  deleteLabel,
  archiveEnvelopes,
  labelEnvelopes,
  listOwnLabels,
  readEnvelopeLabels,
  setEnvelopeLabels,
} from './label.ts';
import { getLiveMark, listSamples, readFeed } from './event.ts';
import {
  changeMemberRole,
  leaveOrganization,
  listOwnMembers,
  readMemberActivity,
  removeOtherMember,
} from './member/members.ts';
import { inviteMember, resendInvitation, revokeInvitation } from './member/invite.ts';
import { changeBranding, getBranding } from './organization/branding.ts';
import {
  changeDefaults,
  changeEmbedding,
  changeMembershipRules,
  getDefaults,
  getEmbedding,
  getMembershipRules,
  getQuotas,
  readComposing,
} from './organization/settings.ts';
import {
  changeRetention,
  eraseEnvelopeNow,
  erasePerson,
  getRetention,
  placeHold,
  releaseHold,
} from './retention.ts';
import { downloadExport, listOrganizationExports, startOrganizationExport } from './export.ts';
import {
  enterTestMode,
  listOwnOrganizations,
  makeOrganization,
  renameOwnOrganization,
} from './organization/organizations.ts';
import { getOutboxMail, listOutbox } from './outbox.ts';
import { getMailStatus, sendTestMail } from './mail.ts';
import { readMe } from './me.ts';
import { ping } from './ping.ts';
import { downloadAttachment, getSignerAttachment, removeAttachment, uploadAttachment } from './attachment.ts';
import { authenticate, startAuthentication } from './signer/authenticate.ts';
import { requestNewLink } from './signer/open.ts';
import { deleteSignerPasskey, listSignerPasskeys } from './signer-passkey.ts';
import { cancelSigning, continueSigning, startSigning } from './signer/prove.ts';
import { declineEnvelope, delegateEnvelope, giveConsent, signEnvelope } from './signer/sign.ts';
import { getChangesPicture, listSignerChanges, openNextVersion } from './signer/changes.ts';
import { startThread, writeInThread } from './signer/threads.ts';
import { getCopy, getInvitation, getSignerEnvelope, openPageSession } from './signer/open.ts';
import { getPagePicture as getSignedPagePicture, getSignerDocument } from './signer/documents.ts';
import {
  addDomain,
  assignDomain,
  getSingleSignOn,
  removeDomain,
  verifyDomain,
} from './single-sign-on/domains.ts';
import {
  changeConnection,
  createConnection,
  createDirectoryToken,
  deleteConnection,
  revokeDirectoryToken,
  switchConnection,
  testConnection,
} from './single-sign-on/connections.ts';
import { startSingleSignOn } from './single-sign-on/start.ts';
import { changeTeam, createTeam, deleteOwnTeam, listOwnTeams } from './team/teams.ts';
import { addTeamMember, removeTeamMember } from './team/members.ts';
import { archiveTemplate, restoreTemplate } from './template/archive.ts';
import {
  copyOwnTemplate,
  createTemplate,
  getTemplate,
  getTemplateDocument,
  listTemplatePage,
  putTemplateFields,
  updateTemplate,
} from './template/templates.ts';
import { createEnvelopeFromTemplate, getTemplateResults } from './template/envelopes.ts';
import { deleteTemplateForm, getTemplateForm, putTemplateForm } from './template/form.ts';
import { changeSavedView, createSavedView, deleteSavedView, listSavedViews } from './view.ts';
import { advanceTestClock } from './test-clock.ts';
import { getTestMessage, listTestMessages } from './test-message.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhook/webhooks.ts';
import { getWebhookHealth } from './webhook/deliveries.ts';
import {
  countReplay,
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhook,
  replayDeliveries,
} from './webhook/deliveries.ts';
import { sendWebhookSample, testWebhook } from './webhook/test.ts';

const envelopeOperations = {
  list: listEnvelopePage,
  create: createEnvelope,
  get: getEnvelope,
  draft: draftEnvelope,
  send: sendEnvelope,
  unschedule: unscheduleEnvelope,
  remind: remindSigner,
  resendLink,
  createSession: createPageSession,
  createEditingSession,
  correctParticipant,
  acceptPasskey,
  extendExpiry,
  recall: recallEnvelope,
  copy: copyEnvelope,
  createVersion: createEnvelopeVersion,
  changes: listVersionChanges,
  void: voidEnvelope,
  delete: deleteEnvelope,
  events: listEvents,
  document: getDocument,
  detect: detectFields,
  evidence: getEvidence,
  downloadAttachment,
  threads: listThreads,
  answerThread,
  settleThread,
  extract: extractEnvelope,
  upload: uploadDocument,
  completeUpload,
  addDocument,
  uploadAddedDocument,
  reorderDocuments,
  removeDocument,
};
const envelope = router(envelopeOperations);

const templateOperations = {
  list: listTemplatePage,
  create: createTemplate,
  copy: copyOwnTemplate,
  get: getTemplate,
  document: getTemplateDocument,
  update: updateTemplate,
  putFields: putTemplateFields,
  archive: archiveTemplate,
  restore: restoreTemplate,
  createEnvelope: createEnvelopeFromTemplate,
  form: getTemplateForm,
  putForm: putTemplateForm,
  deleteForm: deleteTemplateForm,
};
const template = router(templateOperations);

const webhookOperations = {
  list: listWebhooks,
  create: createWebhook,
  get: getWebhook,
  update: updateWebhook,
  delete: deleteWebhook,
  rotateSecret: rotateWebhookSecret,
  test: testWebhook,
  sample: sendWebhookSample,
  deliveries: listWebhookDeliveries,
  delivery: getWebhookDelivery,
  redeliver: redeliverWebhook,
  replay: replayDeliveries,
};

const label = router({
  list: listOwnLabels,
  create: createLabel,
  change: changeLabel,
  delete: deleteLabel,
  of: readEnvelopeLabels,
  set: setEnvelopeLabels,
  putOn: labelEnvelopes,
  archive: archiveEnvelopes,
});

const identityProvider = router({
  list: listIdentityProviders,
  create: createIdentityProvider,
  get: getIdentityProvider,
  update: updateIdentityProvider,
  delete: deleteIdentityProvider,
});

const retention = router({
  get: getRetention,
  change: changeRetention,
  placeHold,
  releaseHold,
  eraseEnvelope: eraseEnvelopeNow,
  erasePerson,
});
const embedding = router({ get: getEmbedding, change: changeEmbedding });

const account = router({
  get: getAccount,
  activity: listActivity,
  rename: renameAccount,
  setLanguage: setAccountLanguage,
  setTimeZone: setAccountTimeZone,
  notifications: getNotifications,
  changeNotifications,
  changeEmail,
  changePassword,
  confirmEmailChange,
  beginTotp: beginTotpEnrolment,
  confirmTotp: confirmTotpEnrolment,
  disableTotp,
  renewRecoveryCodes,
  beginPasskey,
  addPasskey,
  renamePasskey: renameOwnPasskey,
  removePasskey,
  endSession: endOwnSession,
  endOtherSessions,
  switchOrganization,
});

const organization = router({
  list: listOwnOrganizations,
  enterTestMode,
  create: makeOrganization,
  rename: renameOwnOrganization,
  leave: leaveOrganization,
  defaults: getDefaults,
  changeDefaults,
  quotas: getQuotas,
  membershipRules: getMembershipRules,
  changeMembershipRules,
  composing: readComposing,
});

const memberOperations = {
  list: listOwnMembers,
  invite: inviteMember,
  resendInvitation,
  revokeInvitation,
  changeRole: changeMemberRole,
  remove: removeOtherMember,
};

const team = router({
  list: listOwnTeams,
  create: createTeam,
  change: changeTeam,
  delete: deleteOwnTeam,
  addMember: addTeamMember,
  removeMember: removeTeamMember,
});

const branding = router({ get: getBranding, change: changeBranding });
const testClock = router({ advance: advanceTestClock });
const testMessage = router({ list: listTestMessages, get: getTestMessage });
const apiKey = router({ list: listKeys, create: createKey, revoke: revokeKey });
const administrativeAction = router({ list: listActions });
const contact = router({ suggest: suggestRecipients });

const signerPasskey = router({ list: listSignerPasskeys, delete: deleteSignerPasskey });
const bulkSend = router({
  check: checkBulkSend,
  start: startBulkSend,
  get: getBulkSend,
  results: getBulkResults,
  list: listBulkSendsOf,
});

/** Procedures for developers, under /api/v1. */
const developerRouter = router({
  ping,
  me: readMe,
  event: router({ feed: readFeed, samples: listSamples }),
  envelope,
  template,
  label,
  webhook: router(webhookOperations),
  embedding,
  identityProvider,
  bulkSend,
  contact,
  signerPasskey,
  team,
  member: router(memberOperations),
  apiKey,
  testMessage,
  testClock,
  administrativeAction,
  branding,
});

/** Procedures for the holder of a signing link, under /api/signer. */
export const signerRouter = router({
  session: openPageSession,
  invitation: getInvitation,
  copy: getCopy,
  envelope: getSignerEnvelope,
  document: getSignerDocument,
  pagePicture: getSignedPagePicture,
  consent: giveConsent,
  startAuthentication,
  authenticate,
  newLink: requestNewLink,
  sign: signEnvelope,
  startSigning,
  continueSigning,
  cancelSigning,
  uploadAttachment,
  removeAttachment,
  attachment: getSignerAttachment,
  decline: declineEnvelope,
  delegate: delegateEnvelope,
  startThread,
  writeInThread,
  changes: listSignerChanges,
  changesPicture: getChangesPicture,
  nextVersion: openNextVersion,
});

/** Procedures for the page that edits one draft for another application's user, under /api/editing. */
const editingRouter = router({
  session: openEditingSession,
  envelope: getEditedEnvelope,
  document: getEditedDocument,
  draft: saveEditedDraft,
  send: sendEditedDraft,
});

/** Procedures that agents use as tools, within their scopes. */
export const agentRouter = router({
  envelope: router({
    list: listEnvelopePage,
    create: createEnvelope,
    get: getEnvelope,
    draft: draftEnvelope,
    send: sendEnvelope,
    remind: remindSigner,
    resendLink,
    recall: recallEnvelope,
    copy: copyEnvelope,
    createVersion: createEnvelopeVersion,
    changes: listVersionChanges,
    void: voidEnvelope,
    events: listEvents,
    document: getDocument,
    documentLink: getDocumentLink,
    pageLines: readPageLines,
    pagePicture: getPagePicture,
    addDocument,
    upload: uploadDocument,
    uploadAdded: uploadAddedDocument,
    completeUpload,
    correct: correctParticipant,
    extract: extractEnvelope,
    verify: getVerification,
    threads: listThreads,
    answerThread,
    settleThread,
  }),
  template,
});

/** Procedures for the holder of a document link, under /api/documents. */
export const documentLinkRouter = router({ document: getLinkedDocument });

/** Procedures for people's accounts and sessions, signed in or not, under /api/auth. */
const authRouter = router({
  signUp,
  checkSignUpLink,
  confirmSignUp,
  signIn,
  checkPendingSignIn,
  confirmSecondFactor,
  startPasskeySignIn,
  signInWithPasskey,
  signOut,
  getSession,
  requestPasswordReset,
  checkResetLink,
  resetPassword,
  resendVerification,
  confirmEmail,
  readInvitation,
  acceptInvitation,
  joinByInvitation,
  getConsentRequest,
  allowAgent,
  denyAgent,
});

const singleSignOn = router({
  get: getSingleSignOn,
  addDomain,
  verifyDomain,
  assignDomain,
  removeDomain,
  create: createConnection,
  change: changeConnection,
  switch: switchConnection,
  delete: deleteConnection,
  test: testConnection,
  createToken: createDirectoryToken,
  revokeToken: revokeDirectoryToken,
});

const dashboardOperations = {
  envelope: router({
    ...envelopeOperations,
    rows: readListRows,
    choices: readChoices,
    numbers: readNumbers,
    yourTurn: readYourTurn,
    downloadMany: downloadEnvelopes,
    verification: getVerification,
    passages: readPassages,
    previewRequest,
    findText: findEnvelopeText,
    report: readReport,
    signNow: signEnvelopeNow,
    copyLink: copySigningLink,
    handOver: handOverDevice,
  }),
  bulkSend,
  contact,
  signerPasskey,
  template: router({ ...templateOperations, results: getTemplateResults, findText: findTemplateText }),
  label,
  view: router({
    list: listSavedViews,
    create: createSavedView,
    change: changeSavedView,
    delete: deleteSavedView,
  }),
  webhook: router({ ...webhookOperations, health: getWebhookHealth, countReplay }),
  event: router({ samples: listSamples }),
  testClock,
  embedding,
  identityProvider,
  account,
  organization,
  branding,
  export: router({
    list: listOrganizationExports,
    start: startOrganizationExport,
    download: downloadExport,
  }),
  retention,
  member: router({ ...memberOperations, activity: readMemberActivity }),
  team,
  singleSignOn,
  administrativeAction: router({ list: listActions, search: searchActions, export: exportActions }),
  agent: router({ list: listAgents, end: endAgent, rules: getAgentRules, changeRules: changeAgentRules }),
  apiKey,
  mail: router({ status: getMailStatus, test: sendTestMail }),
  outbox: router({ list: listOutbox, get: getOutboxMail }),
};

/** Procedures that the dashboard calls from the browser, at /api/trpc. */
export const dashboardRouter = router(dashboardOperations);

/**
 * Procedures that pages call in process, for a person who is signed in, a visitor, or the holder of a signing
 * link.
 */
export const pageRouter = router({
  ...dashboardOperations,
  auth: authRouter,
  passkeySignUp: router({
    begin: beginPasskeySignUp,
    finish: signUpWithPasskey,
    beginConfirmation: beginPasskeyConfirmation,
    confirm: confirmPasskeySignUp,
  }),
  form: router({
    view: viewForm,
    document: getFormDocument,
    start: startForm,
    confirm: confirmForm,
    sendLink: sendFormLink,
  }),
  document: router({ take: takeDocument }),
  singleSignOnVisit: router({ start: startSingleSignOn }),
  digestLink: router({ check: checkDigestLink, switch: switchDigest }),
  instance: router({ get: getInstance }),
  invitation: router({ get: getInvitation }),
  live: router({ mark: getLiveMark }),
  administration: router({
    overview: getOverview,
    retryJobs,
    organizations: listAllOrganizations,
    suspend: suspendAny,
    unsuspend: unsuspendAny,
    approveName: approveAnyName,
    people: listAllPeople,
    signOut: signAnyOut,
    resetSecondFactor: resetAnySecondFactor,
    actions: listAdministratorActions,
  }),
  deviceLock: router({ check: checkDeviceLock, unlock: unlockDevice }),
});

/** Every operation of the REST surfaces, for the adapter and the OpenAPI document. */
export const restRouter = router({
  developer: developerRouter,
  signer: signerRouter,
  editing: editingRouter,
  auth: authRouter,
});

export const createDocumentLinkCaller = createCallerFactory(documentLinkRouter);
export type DashboardRouter = typeof dashboardRouter;
export const createPageCaller = createCallerFactory(pageRouter);
export type PageCaller = ReturnType<typeof createPageCaller>;
