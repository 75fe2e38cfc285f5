import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getParticipantColors, getParticipantMark } from '#ui/editor/fields/participant-colors.ts';

const css = readFileSync(new URL('../../../../src/tokens.css', import.meta.url), 'utf8');
const [, light = '', dark = ''] =
  /(:root,\s*\.paper \{[^}]*\})[\s\S]*?(@media screen and \(prefers-color-scheme: dark\) \{[\s\S]*?\n\})/.exec(
    css,
  ) ?? [];

/** The value of a token such as `var(--person-1)`. */
function valueOf(token: string, scheme: string): string {
  const name = /var\((--[\w-]+)\)/.exec(token)?.[1] ?? '';
  return new RegExp(`${name}: (#[0-9a-f]{6});`).exec(scheme)?.[1] ?? '';
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('the colors of participants', () => {
  it.each([0, 1, 2, 3])('can be read on paper and on their soft fill (WCAG 2.2, 1.4.3): %i', (position) => {
    const { color, soft } = getParticipantColors(position);
    expect(contrast(valueOf(color, light), '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(valueOf(color, light), valueOf(soft, light))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(valueOf(color, dark), valueOf(soft, dark))).toBeGreaterThanOrEqual(4.5);
  });

  it('repeat from the fifth person, and nobody has a gray one', () => {
    expect(getParticipantColors(4)).toEqual(getParticipantColors(0));
    expect(new Set([0, 1, 2, 3].map((position) => getParticipantColors(position).color)).size).toBe(4);
    const { color, soft } = getParticipantColors(-1);
    expect(contrast(color, soft)).toBeGreaterThanOrEqual(4.5);
  });

  it('never stand alone: people have their initials, else their number', () => {
    const people = [{ name: 'Ada Byron' }, { name: '' }, { name: '山田太郎' }];
    expect(people.map((_, position) => getParticipantMark(people, position))).toEqual(['AB', '2', '山']);
    expect(getParticipantMark(people, -1)).toBe('?');
  });
});
