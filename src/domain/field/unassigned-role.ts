/** The role of found fields that belong to nobody in particular, until the sender assigns them. */
export const UNASSIGNED = { syntheticRoleId: 'unassigned', syntheticRoleName: 'Not assigned' } as const;
