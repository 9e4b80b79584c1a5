import { absenceMarks, findMarkProblem } from '#shared/witnessed.ts';

/** Replacement of `[from, to)` with a message; without a change only the reason. */
interface MarkEdit {
  change?: { from: number; to: number; text: string };
  says: string;
}

/** Marks the selected lines as «non c’ero», or removes the marks when the selection is in a marked passage. */
export function markAbsence(text: string, selectionStart: number, selectionEnd: number): MarkEdit {
  const [from, to] = wholeLines(text, selectionStart, selectionEnd);
  const around = passageAround(text, from, to);
  if (around) {
    const inside = text.slice(around.openEnd, around.closeStart).replace(/^\n|\n$/g, '');
    return {
      change: { from: around.from, to: around.to, text: inside },
      says: 'Segni tolti: il passo torna fra le cose che ha vissuto.',
    };
  }
  const passage = text.slice(from, to);
  if (passage.trim() === '')
    return { says: 'Scegli prima il passo: seleziona le righe, o metti il cursore in una.' };
  const marked = `${absenceMarks.open}\n${passage}\n${absenceMarks.close}`;
  const problem = findMarkProblem(text.slice(0, from) + marked + text.slice(to));
  if (problem !== undefined) return { says: `Non segnato. ${problem}` };
  return {
    change: { from, to, text: marked },
    says: 'Segnato: i lettori lo leggono nel libro, a lui non arriva. Premi di nuovo per togliere i segni.',
  };
}

function wholeLines(text: string, start: number, end: number): [from: number, to: number] {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const to = text.indexOf('\n', last);
  return [text.lastIndexOf('\n', start - 1) + 1, to < 0 ? text.length : to];
}

function passageAround(text: string, from: number, to: number) {
  const open = text.lastIndexOf(absenceMarks.open, from);
  const openEnd = open + absenceMarks.open.length;
  const closeStart = text.indexOf(absenceMarks.close, openEnd);
  const isInside = open >= 0 && closeStart >= 0 && to <= closeStart + absenceMarks.close.length;
  return isInside
    ? { from: open, openEnd, closeStart, to: closeStart + absenceMarks.close.length }
    : undefined;
}
