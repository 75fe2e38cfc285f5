type Team = Awaited<ReturnType<App.Locals['caller']['team']['list']>>['items'][number];

/** Returns the teams that a person can choose for something new. The default team comes first. */
export function listTeamChoices(teams: readonly Team[]): { readonly id: string; readonly name: string }[] {
  return teams
    .filter(({ isMine }) => isMine)
    .toSorted((a, b) => Number(a.isPrivate) - Number(b.isPrivate))
    .map(({ id, name }) => ({ id, name }));
}
