import type { Tool } from './tool.ts';
import { confirmSend, pagePicture } from './review/tools.ts';
import { answerQuestion, readConversation } from './tools/conversation.ts';
import { createDraft } from './tools/create-draft.ts';
import { addDocument, copyEnvelope, editDraft } from './tools/edit-draft.ts';
import { findEnvelopes } from './tools/find-envelopes.ts';
import { correctRecipient, remind, voidEnvelope } from './tools/follow-up.ts';
import { preview, readDocument } from './tools/read-document.ts';
import { getFile, readContractData, readEnvelope, readHistory, verify } from './tools/read-envelope.ts';
import { send } from './tools/send.ts';
import { findTemplates, readTemplate, saveTemplate } from './tools/templates.ts';

/** All tools in listing order. There is one tool per job, not per operation. */
export const TOOLS: readonly Tool[] = [
  findEnvelopes,
  readEnvelope,
  readDocument,
  readHistory,
  readConversation,
  createDraft,
  addDocument,
  editDraft,
  preview,
  send,
  remind,
  correctRecipient,
  answerQuestion,
  voidEnvelope,
  copyEnvelope,
  findTemplates,
  readTemplate,
  saveTemplate,
  readContractData,
  verify,
  getFile,
  pagePicture,
  confirmSend,
];
