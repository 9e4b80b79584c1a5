import { lazy, Suspense, useState } from 'react';
import type { Section } from '#shared/contracts/sections.ts';
import { trpc } from '#client/trpc.ts';
import { showToast } from '#client/ui/toast-store.ts';
import { Button } from '../button.tsx';
import { showError } from '../error-toast.ts';
import { formatMoment, formatNumber } from '../format.ts';
import { LineList } from '../kit/line-list.tsx';
import { Loaded, TableLoading } from '../kit/loaded.tsx';

const TwoTexts = lazy(() => import('./two-texts.tsx').then((module) => ({ default: module.TwoTexts })));

type SectionOfVersions = Pick<Section, 'id' | 'title' | 'content' | 'updatedAt'>;

interface SectionVersionsProps {
  section: SectionOfVersions;
  /** Unsaved input would conflict with an older text. */
  isUnsaved: boolean;
}

export function SectionVersions(props: SectionVersionsProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      className="admin-details"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary>Versioni</summary>
      {wasOpened && <VersionsList {...props} />}
    </details>
  );
}

function VersionsList({ section, isUnsaved }: SectionVersionsProps) {
  const utils = trpc.useUtils();
  const { id, updatedAt } = section;
  const list = trpc.sections.versions.useQuery({ id }, { staleTime: 0, networkMode: 'always' });
  const [shown, setShown] = useState<string>();
  const takeBack = trpc.sections.takeBack.useMutation({
    onSuccess() {
      setShown(undefined);
      showToast({ title: 'Versione ripresa', description: 'Quella che c’era è adesso fra le versioni.' });
    },
    onError: (error) => showError(error, 'La versione non è stata ripresa: il server non ha risposto.'),
    onSettled: () =>
      Promise.all([
        utils.sections.invalidate(),
        utils.summaries.progress.invalidate(),
        utils.memoryCards.invalidate(),
      ]),
  });
  return (
    <Loaded query={list} failed="Impossibile leggere le versioni" loading="Lettura delle versioni…">
      {(versions) => (
        <>
          <p className="admin-hint">
            {versions.length === 0
              ? 'Ancora nessuna: quando salvi un testo cambiato, quello di prima resta qui.'
              : 'I testi di prima, fino a trenta. Riprenderne uno non perde quello di adesso.'}
            {versions.length > 0 && isUnsaved && ' Prima salva quello che hai scritto.'}
          </p>
          <LineList
            lines={versions.map(({ id: version, title, words, writtenAt, replacedAt }) => {
              const name = `la versione del ${formatMoment(writtenAt)}`;
              const isShown = shown === version;
              return {
                key: version,
                title,
                note: `${formatNumber(words)} parole · scritta il ${formatMoment(writtenAt)}, sostituita il ${formatMoment(replacedAt)}`,
                actions: (
                  <>
                    <Button
                      small
                      aria-expanded={isShown}
                      aria-label={`Confronta ${name}`}
                      onClick={() => setShown(isShown ? undefined : version)}
                    >
                      Confronta
                    </Button>
                    <Button
                      small
                      disabled={isUnsaved || takeBack.isPending}
                      aria-label={`Riprendi ${name}`}
                      onClick={() => takeBack.mutate({ id, version, updatedAt })}
                    >
                      Riprendi
                    </Button>
                  </>
                ),
                below: isShown && <Comparison section={section} version={version} />,
              };
            })}
          />
        </>
      )}
    </Loaded>
  );
}

function Comparison({ section, version }: { section: SectionOfVersions; version: string }) {
  const text = trpc.sections.version.useQuery({ id: section.id, version });
  const fullText = (of: { title: string; content: string }, other: { title: string }) =>
    of.title === other.title ? of.content : `${of.title}\n\n${of.content}`;
  return (
    <Loaded query={text} failed="Impossibile leggere la versione" loading="Lettura della versione…">
      {(before) => (
        <Suspense fallback={<TableLoading text="Confronto i due testi…" />}>
          <TwoTexts
            one={{ title: 'Di prima', text: fullText(before, section) }}
            other={{ title: 'Di adesso', text: fullText(section, before) }}
          />
        </Suspense>
      )}
    </Loaded>
  );
}
