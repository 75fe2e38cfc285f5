/**
 * How much a seal proves (PAdES baseline levels, ETSI EN 319 142-1): from the seal alone to proof that
 * outlives the seal's certificates.
 */
export const SEAL_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;
export type SealLevel = (typeof SEAL_LEVELS)[number];
