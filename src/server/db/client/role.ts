/** The program's role. It owns no tables, so row-level security applies to it. */
export const APP_ROLE = 'countersign_app';
