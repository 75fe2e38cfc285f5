/** The role of found fields that are nobody's in particular, until the sender gives them to somebody. */
export const UNASSIGNED = { syntheticRoleId: 'unassigned', syntheticRoleName: 'Not assigned' } as const;
