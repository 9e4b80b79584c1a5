import type { Keeping } from '#shared/contracts/keeping.ts';
import type { RouterInputs } from '#client/trpc.ts';

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

/** Outside every range, so that the server refuses it with the field's message. */
const noNumber = -1;

/** Form to request: an empty number means the default; fields fixed by the environment are omitted. */
export function readKeepingForm(
  form: KeepingForm,
  fixed: readonly string[],
): RouterInputs['keeping']['save'] {
  const numberOf = (text: string) => {
    if (text.trim() === '') return null;
    const number = Number(text.trim());
    // NaN would become null in JSON, which means the default.
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
