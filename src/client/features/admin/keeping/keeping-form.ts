import type { Keeping } from '#shared/contracts/keeping.ts';
import type { RouterInputs } from '#client/trpc.ts';

/** The fields as they are typed. */
export type KeepingForm = Record<
  'months' | 'strangerDays' | 'messages' | 'controller' | 'contact' | 'purpose',
  string
>;

export function keepingForm(keeping: Keeping): KeepingForm {
  const { months, strangerDays, messages, controller = '', contact = '', purpose = '' } = keeping;
  return {
    months: String(months),
    strangerDays: String(strangerDays),
    messages: String(messages),
    controller,
    contact,
    purpose,
  };
}

/** Outside every range: the server refuses it with the sentence of its field. */
const noNumber = -1;

/** What is sent: an empty number is what is usual; what the environment fixes is left out. What is no number the server refuses. */
export function readKeepingForm(
  form: KeepingForm,
  fixed: readonly string[],
): RouterInputs['keeping']['save'] {
  const numberOf = (text: string) => {
    if (text.trim() === '') return null;
    const number = Number(text.trim());
    // Not a number would travel as null, which stands for what is usual.
    return Number.isNaN(number) ? noNumber : number;
  };
  const all = {
    months: numberOf(form.months),
    strangerDays: numberOf(form.strangerDays),
    messages: numberOf(form.messages),
    controller: form.controller,
    contact: form.contact,
    purpose: form.purpose,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !fixed.includes(name)));
}
