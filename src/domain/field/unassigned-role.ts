/** The role of found fields that aren't assigned to anyone yet. The sender assigns them later. */
export const UNASSIGNED = { syntheticRoleId: 'unassigned', syntheticRoleName: 'Not assigned' } as const;
