import { LIMITS } from '#domain/limits.ts';
import type { MarkPurpose } from '#domain/envelope/graph.ts';
import type { FieldType } from '#domain/field/catalogue.ts';

/** Every text of the signer's page. */
export const MESSAGES = {
  pageTitle: (document: string | null) => (document === null ? 'Sign a document' : `${document} – sign`),
  loading: 'One moment …',
  skipToDocument: 'Skip to the document',
  skipToActions: 'Skip to the next step',
  poweredBy: 'Secured by Countersign',

  landing: {
    invites: (sender: string) => `${sender} asks you to sign`,
    from: 'From',
    steps: ['Read the document', 'Fill in your fields', 'Sign and finish'],
    open: 'Open the document',
    unexpected:
      'You did not expect this? Ask the sender before you open it. Nothing is recorded until you do.',
  },
  waiting: {
    title: 'It is not your turn yet',
    text: (sender: string) =>
      `Others sign before you. You get a mail as soon as the document is yours to sign. Questions? Write to ${sender}.`,
    check: 'Check again',
  },
  desk: {
    heading: 'Read and sign',
    document: 'Document',
    list: 'List',
    viewLabel: 'How to fill in',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomLabel: 'Zoom',
    decline: 'Decline',
    next: 'Next field',
    start: 'Start',
    review: 'Review',
    agreeFirst: 'Review the consent',
    documentLoading: 'Loading the document …',
    documentFailed: 'The document could not be loaded.',
    documentDamaged: 'The document did not arrive intact.',
    documentUnreadable: 'Your browser cannot show this document.',
    pageFailed: 'This page cannot be shown.',
    pageLabel: (number: number, count: number) => `Page ${number} of ${count}`,
    progress: (done: number, all: number) =>
      all === 0
        ? 'Nothing is required. You can review and sign.'
        : `${done} of ${all} required ${all === 1 ? 'field' : 'fields'} done`,
    progressLabel: 'Required fields',
    editing: (label: string) => `Filling in: ${label}`,
    closeEditor: 'Close',
    memoryFull:
      'Your answers are too large to survive a reload of this page. Please finish without reloading.',
    actions: 'Progress and next step',
    fields: 'Your fields',
  },
  list: {
    heading: 'Your fields',
    intro: 'Everything that you fill in, in the order of the document. Fields marked with * are required.',
    page: (number: number) => `Page ${number}`,
  },
  field: {
    required: 'required',
    optional: 'optional',
    fixed: 'Filled in for you',
    filledAtSigning: 'Filled in when you sign',
    choose: 'Choose …',
    sign: 'Sign here',
    initial: 'Initials',
    change: 'Change',
    remove: 'Remove',
    adopted: (kind: MarkPurpose) => (kind === 'signature' ? 'Your signature' : 'Your initials'),
    noMark: (kind: MarkPurpose) => (kind === 'signature' ? 'No signature yet' : 'No initials yet'),
    attach: 'Attach a file',
    attachmentHint: 'PDF, PNG or JPEG, at most 512 KiB.',
    ticked: 'Yes',
    unticked: 'No',
    empty: 'Not filled in',
    label: (label: string, page: number) => `${label}, page ${page}`,
  },
  attachmentProblem: {
    type: 'Only PDF, PNG and JPEG files can be attached.',
    size: 'This file is larger than 512 KiB.',
    empty: 'This file is empty.',
  },
  problem: (type: FieldType, value: string): string => {
    if (type !== 'attachment' && value.length > LIMITS.valueMaxChars) {
      return `Use at most ${LIMITS.valueMaxChars} characters.`;
    }
    switch (type) {
      case 'date':
        return 'Enter a date.';
      case 'email':
        return 'Enter an e-mail address, such as ada@example.com.';
      case 'number':
        return 'Enter a number.';
      case 'phone':
        return 'Enter a telephone number.';
      case 'radio':
      case 'dropdown':
        return 'Choose one of the options.';
      default:
        return 'This value does not fit.';
    }
  },
  missing: (type: FieldType, isGroup: boolean): string => {
    if (isGroup) return 'Make a choice.';
    switch (type) {
      case 'signature':
        return 'Sign here.';
      case 'initials':
        return 'Put your initials here.';
      case 'checkbox':
        return 'Tick this box.';
      case 'radio':
      case 'dropdown':
        return 'Make a choice.';
      case 'attachment':
        return 'Attach a file.';
      default:
        return 'Fill in this field.';
    }
  },
  refused: (message: string) => `Not accepted: ${message}.`,

  adopt: {
    title: (kind: MarkPurpose) => (kind === 'signature' ? 'Adopt your signature' : 'Adopt your initials'),
    description: 'Each of the three ways is equally valid.',
    tabs: { typed: 'Type', drawn: 'Draw', uploaded: 'Upload' },
    typeLabel: (kind: MarkPurpose) => (kind === 'signature' ? 'Your name' : 'Your initials'),
    preview: 'Preview',
    drawLabel: (kind: MarkPurpose) =>
      kind === 'signature'
        ? 'Draw your signature with a finger, pen or mouse'
        : 'Draw your initials with a finger, pen or mouse',
    drawHint: 'Without a pointer, choose “Type”: it counts the same.',
    undo: 'Undo',
    clear: 'Clear',
    uploadLabel: 'Choose a picture',
    uploadHint: 'PNG or JPEG. Dark ink on white paper looks best.',
    uploadProblem: {
      type: 'Only PNG and JPEG pictures can be used.',
      unreadable: 'This picture cannot be read.',
      size: 'This picture is too large.',
    },
    cancel: 'Cancel',
    remove: 'Leave this one empty',
    use: 'Adopt and sign',
    useInitials: 'Adopt initials',
    legal: 'By adopting, you agree that this stands for your own hand on this document.',
    done: (kind: MarkPurpose) => (kind === 'signature' ? 'Signature adopted.' : 'Initials adopted.'),
  },
  disclosure: {
    agree: 'I have read this, and I agree to use electronic records and signatures.',
    confirm: 'Agree and continue',
    decline: 'Decline',
    readFirst: 'Read first',
    textLabel: 'Text of the disclosure',
    done: 'Thank you. You can fill in the document now.',
  },
  review: {
    heading: 'Review before you sign',
    intro: 'These are your answers. Nothing is sent until you select “Sign and finish”.',
    edit: 'Edit',
    editLabel: (label: string, page: number) => `Edit ${label}, page ${page}`,
    back: 'Back to the document',
    sign: 'Sign and finish',
    signing: 'Signing …',
    consent: (sender: string, document: string) =>
      `By selecting “Sign and finish” you agree to sign “${document}” electronically and to receive the records about it from ${sender} in electronic form.`,
    incomplete: (count: number) =>
      count === 1 ? 'One answer still needs your attention.' : `${count} answers still need your attention.`,
    noHash:
      'This connection is not secure, so your browser cannot fingerprint the document that you saw. The server still signs exactly the document that it sent you.',
  },
  declining: {
    title: 'Decline to sign',
    description: (sender: string) =>
      `${sender} is told, and nobody else can sign this document afterwards. This cannot be undone.`,
    reason: 'Reason',
    reasonHint: `Optional, at most ${LIMITS.reasonMaxChars} characters. The sender reads it.`,
    keep: 'Keep the document',
    confirm: 'Decline to sign',
  },
  done: {
    title: 'You have signed',
    thanks: (document: string) => `Thank you. Your signature on “${document}” is recorded.`,
    othersNext: (address: string | null) =>
      `The others sign now. When everyone has signed, the finished document comes ${address === null ? 'to you by mail' : `by mail to ${address}`}.`,
    completedTitle: 'Everyone has signed',
    completed: (document: string) => `“${document}” is complete.`,
    sealing: 'The finished copy is being sealed. This takes a moment.',
    sealingLater:
      'Sealing takes longer than usual. You get a mail with the finished document; you can also look again here.',
    checkAgain: 'Look again',
    download: 'Download signed copy',
    downloading: 'Downloading …',
    sealed: 'It is sealed: any change made to it later can be detected.',
    close: 'You can close this page.',
  },
  ended: {
    declinedByMe: {
      title: 'You have declined to sign',
      text: (sender: string) => `${sender} has been told. There is nothing more for you to do.`,
    },
    declined: {
      title: 'This document was declined',
      text: (sender: string) =>
        `One of the signers declined, so it can no longer be signed. Questions? Write to ${sender}.`,
    },
    voided: {
      title: 'The sender has withdrawn this document',
      text: (sender: string) => `It can no longer be signed. Questions? Write to ${sender}.`,
    },
    expired: {
      title: 'The time to sign has passed',
      text: (sender: string) => `Ask ${sender} to send the document again.`,
    },
    unavailable: {
      title: 'This document is not open for signing',
      text: (sender: string) => `Questions? Write to ${sender}.`,
    },
  },
  link: {
    missing: {
      title: 'This page needs the link from your mail',
      text: 'Open the mail that asked you to sign and follow its link. Copying only part of the link does not work.',
    },
    replaced: {
      title: 'A newer link was sent to you',
      text: 'This link was replaced. Look for the latest mail about this document and follow the link in it.',
    },
    expired: {
      title: 'This link has expired',
      text: 'Ask the sender to mail you a new one. What you signed before stays valid.',
    },
    invalid: {
      title: 'This link does not work',
      text: 'It may have been cut off in the mail. Open the mail again and follow its link, or ask the sender for a new one.',
    },
  },
  failure: {
    title: 'That did not work',
    network: 'No connection. Nothing is lost: check your network and try again.',
    rateLimited: (seconds: number | null) =>
      seconds === null
        ? 'Too many tries. Wait a moment and try again.'
        : `Too many tries. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    server: 'Something went wrong on our side. Nothing is lost: please try again.',
    tooLarge: 'Your answers are too large to send. Use smaller attachments or pictures.',
    documentChanged:
      'The document is not the one that you were shown. Load it again and check it before you sign.',
    reload: 'Load the document again',
    consentRequired: 'Please agree to electronic records first.',
    answers: 'Some answers were not accepted. They are marked below.',
    retry: 'Try again',
  },
} as const;
