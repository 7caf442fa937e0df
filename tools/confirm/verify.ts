import { ImprintError } from "../../errors/error.ts";
import { isBound, isToken } from "./binding.ts";
import { bindingChanged, type FrozenCall, frozenCall } from "./frozen-call.ts";
import { type PendingFile, readPendingFile } from "./pending-file.ts";

/** Held by this module alone, so that nothing else can make a VerifiedAction. */
const maker: unique symbol = Symbol("verifyAction");

/** A pending action of which the bearer of its token has shown that it is what was proposed. */
export class VerifiedAction {
  constructor(
    made: typeof maker,
    readonly file: PendingFile,
    readonly frozen: FrozenCall,
  ) {
    if (made !== maker) throw new TypeError("a VerifiedAction is made by verifyAction");
    Object.freeze(this);
  }

  get document() {
    return this.file.document;
  }
}

/**
 * Reads the file and holds it against the token, its own place and itself. Whether the action is still valid, or
 * was claimed, is not looked at. Changes nothing.
 *
 * @throws pending_action_not_found, invalid_pending_action, confirmation_token_invalid,
 * confirmation_binding_changed
 */
export async function verifyAction(path: string, token: string): Promise<VerifiedAction> {
  const file = await readPendingFile(path);
  const { document } = file;
  if (!isToken(document, token)) {
    throw new ImprintError("confirmation_token_invalid", "the token is not the one of this action", {
      details: { action_id: document.action_id },
    });
  }
  if (!isBound(document, token)) throw bindingChanged(["pending_action"]);
  // A copy elsewhere has no claim beside it: it would run the action a second time.
  if (document.path !== file.path) throw bindingChanged(["path"], document.path);
  // So does a copy that was put back into its place, from a backup from before the claim.
  if (document.folder_identity !== file.folderIdentity) throw bindingChanged(["folder_identity"]);
  return new VerifiedAction(maker, file, frozenCall(document));
}
