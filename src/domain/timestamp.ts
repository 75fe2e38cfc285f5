/** An ISO 8601 instant in UTC with milliseconds and `Z`: comparing two as text compares the instants. */
export type Timestamp = string;
