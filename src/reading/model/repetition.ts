import type { Candidate } from '#reading/candidates/candidate.ts';
import { getSharedArea } from '#reading/page/page-facts.ts';

/**
 * Returns how often similar candidates occur on the page, and which candidates overlap, as one row of numbers
 * each.
 */
export function countRepetitions(candidates: readonly Candidate[]): number[][] {
  return candidates.map((candidate) => {
    let [column, row, size, smaller, larger, crossing] = [0, 0, 0, 0, 0, 0];
    let [above, below, before, after] = [200, 200, 300, 300];
    const area = candidate.width * candidate.height;
    const right = candidate.x + candidate.width;
    const bottom = candidate.y + candidate.height;
    for (const other of candidates) {
      if (other === candidate) continue;
      const sameWidth = Math.abs(other.width - candidate.width) < 2;
      const sameHeight = Math.abs(other.height - candidate.height) < 2;
      if (sameWidth && sameHeight) size += 1;
      if (sameWidth && sameHeight && Math.abs(other.x - candidate.x) < 2) {
        column += 1;
        if (other.y < candidate.y) above = Math.min(above, candidate.y - other.y);
        else below = Math.min(below, other.y - candidate.y);
      }
      if (sameHeight && Math.abs(other.y - candidate.y) < 2) {
        row += 1;
        if (other.x + other.width < candidate.x + 3)
          before = Math.min(before, candidate.x - other.x - other.width);
        else if (other.x > right - 3) after = Math.min(after, other.x - right);
      }
      if (other.x >= right || other.y >= bottom || other.x + other.width <= candidate.x) continue;
      const shared = getSharedArea(candidate, other);
      if (shared === 0) continue;
      const otherArea = other.width * other.height;
      if (shared > otherArea * 0.85) smaller += 1;
      else if (shared > area * 0.85) larger += 1;
      else crossing += 1;
    }
    return [column, row, size, above, below, before, after, smaller, larger, crossing];
  });
}
