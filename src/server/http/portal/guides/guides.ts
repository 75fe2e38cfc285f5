import { BUILD } from './build.ts';
import { RUN } from './run.ts';
import { START } from './start.ts';
import type { Guide } from '../guide.ts';

/** All guides in the order of the navigation. */
export const GUIDES: readonly Guide[] = [...START, ...BUILD, ...RUN];

/** Additional programs of a guide, such as those that run in a browser. */
export const FURTHER_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  embedding: ['embedding-page'],
  webhooks: ['webhooks-receiver'],
};
