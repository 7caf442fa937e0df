/** What a chat hands to its user, once: where the action lies, and what confirms it. */
export interface PendingTicket {
  /** Absolute path of the pending file. */
  readonly path: string;
  /** Shown once; on disk there is only its hash. */
  readonly token: string;
  /** The whole command, ready for a shell. */
  readonly command: string;
  /** UTC, seconds, `Z`. */
  readonly expiresAt: string;
}
