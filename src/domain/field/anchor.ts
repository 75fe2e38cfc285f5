import type { Issue } from '../errors.ts';
import type { FieldAnchor } from './details.ts';

/** An anchor to look up, with the size of its field in points or in fractions of the page. */
export type AnchorRequest = {
  readonly anchor: FieldAnchor;
  readonly size: { readonly width: number; readonly height: number };
  /** Whether the field takes the place of the text itself, as a line through it does. */
  readonly covers?: boolean | undefined;
  /** Limits the search to these pages, counted from 1. */
  readonly within?: { readonly first: number; readonly last: number } | undefined;
};

/** A place on a page, in fractions measured from the top left. */
export type Spot = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Where an anchor's field goes, or why the anchor's text can't be used. */
export type AnchorOutcome =
  | { readonly kind: 'found'; readonly spots: readonly Spot[] }
  | { readonly kind: 'absent'; readonly text: string; readonly similar: readonly string[] }
  | { readonly kind: 'too_few'; readonly text: string; readonly count: number }
  | { readonly kind: 'too_many'; readonly text: string; readonly most: number }
  | { readonly kind: 'not_below'; readonly text: string; readonly near: string }
  | { readonly kind: 'no_such_page'; readonly pages: number }
  | { readonly kind: 'no_such_document' };

export type AnchorProblem = Exclude<AnchorOutcome, { readonly kind: 'found' }>;

/** Returns what is wrong with an anchor, for the caller who gave it. */
export function createAnchorIssue(anchor: FieldAnchor, problem: AnchorProblem, path: string): Issue {
  return {
    path: `${path}/anchor/${getProblemProperty(anchor, problem)}`,
    message: describeAnchorProblem(problem),
  };
}

function getProblemProperty(anchor: FieldAnchor, problem: AnchorProblem): keyof FieldAnchor {
  switch (problem.kind) {
    case 'absent':
      return problem.text === anchor.text ? 'text' : 'near';
    case 'too_few':
    case 'too_many':
      return anchor.occurrence === undefined ? 'text' : 'occurrence';
    case 'not_below':
      return 'near';
    case 'no_such_page':
      return 'page';
    case 'no_such_document':
      return 'document';
    default:
      return problem satisfies never;
  }
}

/** Explains why an anchor's field has no place. */
export function describeAnchorProblem(problem: AnchorProblem): string {
  switch (problem.kind) {
    case 'absent':
      return `"${problem.text}" is not in the document.${formatSuggestions(problem.similar)}`;
    case 'too_few':
      return `"${problem.text}" is only ${formatTimes(problem.count)} in the document`;
    case 'too_many':
      return `"${problem.text}" is more than ${problem.most} times in the document`;
    case 'not_below':
      return `"${problem.text}" is nowhere below "${problem.near}"`;
    case 'no_such_page':
      return `the document has only ${problem.pages} ${problem.pages === 1 ? 'page' : 'pages'}`;
    case 'no_such_document':
      return 'is not a document of the envelope';
    default:
      return problem satisfies never;
  }
}

/** Returns a key that is the same for anchors with the same properties. */
export function toAnchorKey(anchor: FieldAnchor): string {
  const said = Object.entries(anchor).filter(([, value]) => value !== undefined);
  return JSON.stringify(said.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function formatSuggestions(similar: readonly string[]): string {
  return similar.length === 0 ? '' : ` Similar: ${similar.map((text) => `"${text}"`).join(', ')}.`;
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
