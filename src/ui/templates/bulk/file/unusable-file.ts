/** Why a file can't be used as a list. */
export type FileProblem = 'unreadable' | 'too_large' | 'too_wide' | 'too_long' | 'empty' | 'kind';
export class UnusableFile extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}
