/** Passes on what `showable` admits of the text so far; the rest when it turned out to be an answer. */
export function withheldText(showable: (text: string) => number, onText: (chunk: string) => void) {
  let text = "";
  let shown = 0;
  const showUpTo = (end: number) => {
    if (end <= shown) return;
    onText(text.slice(shown, end));
    shown = end;
  };
  return {
    push: (chunk: string) => {
      text += chunk;
      showUpTo(showable(text));
    },
    flush: () => showUpTo(text.length),
  };
}
