import type { Rectangle } from '#domain/field/geometry.ts';

/** Boxes that share one box around them, by their places in the list. */
export type BoxCluster = { readonly places: readonly number[]; readonly box: Rectangle };

/**
 * Divides boxes into clusters, so that no two clusters may share a box any more. Takes at most twice the
 * square of their number of questions.
 */
export function clusterBoxes(
  boxes: readonly Rectangle[],
  mayShare: (one: Rectangle, other: Rectangle, both: Rectangle) => boolean,
): BoxCluster[] {
  const clusters: BoxCluster[] = [];
  boxes.forEach((box, place) => {
    let cluster: BoxCluster = { places: [place], box };
    // Only a cluster that has just grown can have a new partner.
    for (let partner = findPartner(cluster); partner !== -1; partner = findPartner(cluster)) {
      const [other] = clusters.splice(partner, 1);
      if (other === undefined) break;
      cluster = {
        places: [...other.places, ...cluster.places],
        box: getBoxAround(other.box, cluster.box),
      };
    }
    clusters.push(cluster);
  });
  return clusters;

  function findPartner({ box }: BoxCluster): number {
    return clusters.findIndex((other) => mayShare(other.box, box, getBoxAround(other.box, box)));
  }
}

function getBoxAround(one: Rectangle, other: Rectangle): Rectangle {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    ...{ x, y },
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
