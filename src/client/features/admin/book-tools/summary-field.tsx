import { useDeferredValue } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { fewestWords, summaryFields, summaryShares, type SummaryForm } from '#shared/contracts/summaries.ts';
import type { Section } from '#shared/contracts/sections.ts';
import { witnessedText } from '#shared/witnessed.ts';
import { countWords } from '#shared/words.ts';
import type { RouterInputs } from '#client/trpc.ts';
import { FormField } from '../kit/field.tsx';
import { countOf, percentOf } from '../format.ts';
import { formNames, makerName, strayText } from './summary-texts.ts';
import type { Summaries } from './use-summaries.ts';

type SectionFields = RouterInputs['sections']['create'];

interface SummaryFieldProps {
  form: UseFormReturn<SectionFields>;
  item: Section | undefined;
  kind: SummaryForm;
  label: string;
  rows: number;
  summaries: Summaries;
}

const shortNames: Record<SummaryForm, string> = { reduced70: '70%', reduced30: '30%', line: 'frase' };

export function SummaryField({ form, item, kind, label, rows, summaries }: SummaryFieldProps) {
  const name = summaryFields[kind];
  const entered = useWatch({ control: form.control, name: ['content', name] });
  const [written = '', text = ''] = useDeferredValue(entered).map((value) => value ?? '');
  const content = witnessedText(written);
  const isRewritten = item !== undefined && content.trim() !== witnessedText(item.content).trim();
  const { isDirty } = form.getFieldState(name, form.formState);
  const { progress, pending, regenerate } = summaries;
  const flag = isDirty
    ? undefined
    : progress?.flags.find(({ sectionId, form: of }) => sectionId === item?.id && of === kind);
  const stale = progress?.stale.some(({ sectionId, form: of }) => sectionId === item?.id && of === kind);
  const making = progress?.current?.form === kind && progress.current.sectionNumber === item?.sectionNumber;

  function regenerateForm(): void {
    if (!item) return;
    const mine = text.trim() !== '' && (isDirty || !item.generated?.[kind]);
    if (mine && !window.confirm(`Il ${formNames[kind]} che hai scritto tu sarà sostituito. Continuare?`))
      return;
    form.resetField(name);
    regenerate(item.id, kind);
  }

  return (
    <div className="relative grid content-start gap-1" style={{ gridArea: kind }}>
      <FormField
        form={form}
        field={{
          kind: 'text',
          path: name,
          label,
          optional: true,
          rows,
          hint: (
            <>
              {lengthText(kind, countWords(text), countWords(content))}
              {' · '}
              {countWords(content) < fewestWords && text.trim() === ''
                ? 'il testo è breve, non serve'
                : originText(item, kind, { text, isDirty, isOld: stale === true || isRewritten })}
            </>
          ),
        }}
      />
      {flag && (
        <p className="admin-flag" role="note">
          Non sta nel testo della sezione: {flag.words.map(strayText).join(', ')}.
        </p>
      )}
      {item && countWords(witnessedText(item.content)) >= fewestWords && (
        <button
          type="button"
          className="admin-link absolute top-0 right-0 text-(--faded) text-[0.9375rem] enabled:hover:text-(--ink) disabled:no-underline"
          aria-label={`Rigenera (${shortNames[kind]})`}
          disabled={pending || making}
          onClick={regenerateForm}
        >
          {making ? 'Si sta scrivendo…' : 'Rigenera'}
        </button>
      )}
    </div>
  );
}

function originText(
  item: Section | undefined,
  kind: SummaryForm,
  { text, isDirty, isOld }: { text: string; isDirty: boolean; isOld: boolean },
): string {
  if (text.trim() === '')
    return item?.[summaryFields[kind]] ? 'vuoto: lo rifà il sito quando salvi' : 'lo fa il sito quando salvi';
  const origin = item?.generated?.[kind];
  if (isDirty) return 'scritto da te';
  if (!origin) return isOld ? 'scritto da te; il testo è cambiato: rileggilo' : 'scritto da te';
  return `generato, ${makerName(origin.by)}${isOld ? '; il testo è cambiato, si rifà' : ''}`;
}

function lengthText(kind: SummaryForm, words: number, full: number): string {
  if (words === 0) return 'Non ancora scritto';
  const share = percentOf(words, full);
  const count = countOf(words, 'parola', 'parole');
  if (kind === 'line') return count;
  const { least, most } = summaryShares[kind];
  const isOutOfRange = full > 0 && (words / full < least || words / full > most);
  return `${count}, ${share}% del testo${isOutOfRange ? ` (di solito fra ${least * 100} e ${most * 100})` : ''}`;
}
