/** HTML's own rule: a declaration counts when it is within the first 1,024 bytes. */
const prescanBytes = 1_024;

/** The charset that a page of HTML declares for itself, in a `meta`; null when it declares none. */
export async function metaCharset(bytes: Buffer): Promise<string | null> {
  const { Parser } = await import("htmlparser2");
  let found: string | null = null;
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      if (tag === "meta") found ??= declared(attributes);
    },
  });
  parser.write(bytes.subarray(0, prescanBytes).toString("latin1"));
  parser.end();
  return found;
}

function declared(attributes: Readonly<Record<string, string>>): string | null {
  const { charset, content = "" } = attributes;
  const older = attributes["http-equiv"]?.toLowerCase() === "content-type";
  const named = charset ?? (older ? /charset\s*=\s*["']?\s*([^\s;"']+)/i.exec(content)?.[1] : undefined);
  return named?.trim() || null;
}
