import type { Block } from './blocks.ts';
import type { Sample } from './code.ts';

/** The path of the portal. */
export const PORTAL_PATH = '/api/docs';

/** What a guide's text depends on. */
type GuideContext = {
  readonly origin: string;
  /** The origin that agents connect to. */
  readonly mcpUrl: string;
  /** Returns the guide's programs: the part with this name in every language. */
  readonly sample: (name: string) => readonly Sample[];
};

export type Guide = {
  /** The last part of the guide's path, which is also the name of its programs. */
  readonly slug: string;
  readonly group: 'Start' | 'Build' | 'Run';
  /** The guide's name in the navigation. */
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly blocks: (context: GuideContext) => readonly Block[];
};
