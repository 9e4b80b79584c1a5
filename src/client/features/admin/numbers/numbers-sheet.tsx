import type { ReactNode } from 'react';
import type { Numbers } from '#shared/contracts/numbers.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';
import { countOf, formatBytes, formatNumber } from '../format.ts';
import { PanelDialog } from '../panel-dialog.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { BarPlot } from './bar-plot.tsx';

export function NumbersSheet({ onClose }: { onClose(): void }) {
  const numbers = trpc.numbers.get.useQuery(undefined, {
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <PanelDialog
      onClose={onClose}
      title="Numeri"
      description="Contati ora da ciò che il sito conserva comunque. Una visita non lascia niente, e da qui non esce niente."
      size="wide"
    >
      <Loaded query={numbers} failed="Impossibile leggere i numeri" loading="Conto…">
        {(data) => <NumbersPage numbers={data} />}
      </Loaded>
      <div className="admin-form-end">
        <Button onClick={onClose}>Chiudi</Button>
      </div>
    </PanelDialog>
  );
}

const dayText = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('it-IT', { day: 'numeric', month: 'short' });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function NumbersPage({ numbers }: { numbers: Numbers }) {
  const { readers, days, unanswered, replies, cost, storage } = numbers;
  const messages = sum(days.map((day) => day.messages));
  const codes = sum(days.map((day) => day.codes));
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))] gap-8 pb-6">
      <Part title="Lettori" told={countOf(sum(readers.map((group) => group.count)), 'lettore', 'lettori')}>
        <BarPlot
          name="Lettori per livello raggiunto"
          bars={readers.map(({ level, count: value }) => ({
            label: String(level),
            title: `livello ${level}`,
            value,
          }))}
          empty="Ancora nessun lettore."
        />
      </Part>
      <Part title="Messaggi, ultimi trenta giorni" told={countOf(messages, 'messaggio', 'messaggi')}>
        <BarPlot
          name="Messaggi dei lettori per giorno"
          bars={days.map(({ day, messages: value }) => ({ label: dayText(day), title: dayText(day), value }))}
          empty="Nessun messaggio in questi giorni."
        />
      </Part>
      <Part title="Codici usati, ultimi trenta giorni" told={countOf(codes, 'codice', 'codici')}>
        <BarPlot
          name="Codici usati per giorno"
          bars={days.map(({ day, codes: value }) => ({ label: dayText(day), title: dayText(day), value }))}
          empty="Nessun codice in questi giorni."
        />
      </Part>
      <Part
        title="Domande a cui non ha saputo rispondere"
        told="Per livello di chi le ha fatte, e solo dove le hanno fatte almeno cinque lettori. Le parole non si vedono mai."
      >
        <BarPlot
          name="Domande senza risposta per livello"
          bars={unanswered.map(({ section, count: value }) => ({
            label: String(section),
            title: `livello ${section}`,
            value,
          }))}
          empty="Niente da mostrare: nessun livello ha cinque lettori con domande senza risposta."
        />
      </Part>
      <Part
        title="Risposte"
        told={`${formatNumber(replies.embedded)} del personaggio incorporato, ${formatNumber(replies.model)} del modello o dette da sé, fra quelle conservate.`}
      >
        <p>
          Oggi {costText(cost.todayTokens, cost.todayMoney, cost.isPriced)}; questo mese{' '}
          {costText(cost.monthTokens, cost.monthMoney, cost.isPriced)}.
        </p>
      </Part>
      <Part
        title="Spazio"
        told={`Il database ${formatBytes(storage.database)}, i file caricati ${formatBytes(storage.uploads)}, le conversazioni in memoria ${formatBytes(storage.conversations)}.`}
      />
    </div>
  );
}

function costText(tokens: number, money: number, isPriced: boolean): string {
  const spent = isPriced ? `, ${money.toLocaleString('it-IT', { maximumFractionDigits: 4 })} $` : '';
  return `${formatNumber(tokens)} token${spent}`;
}

function Part({ title, told, children }: { title: string; told: string; children?: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <p>{told}</p>
      {children}
    </section>
  );
}
