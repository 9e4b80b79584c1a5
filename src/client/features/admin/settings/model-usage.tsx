import type { ModelSettings } from '#shared/contracts/model-settings.ts';
import { formatNumber } from '../format.ts';

export function ModelUsage({ settings }: { settings: ModelSettings }) {
  const { replies, today, thisMonth, isPriced, inUse, notices } = settings;
  const embedded = replies.embedded.reduce((sum, { count }) => sum + count, 0);
  const costOf = ({ prompt, completion, money }: ModelSettings['today']) =>
    `${formatNumber(prompt + completion)} token${isPriced ? `, ${money.toLocaleString('it-IT', { maximumFractionDigits: 4 })} $` : ''}`;
  return (
    <section aria-label="Il modello oggi" className="grid gap-2">
      <h3 className="text-lg font-semibold">Oggi</h3>
      <p>
        {inUse === undefined
          ? 'Ai lettori risponde il personaggio incorporato: nessun modello è impostato.'
          : `Risponde ${inUse}: ${formatNumber(replies.model)} risposte sue, ${formatNumber(embedded)} del personaggio incorporato.`}
      </p>
      {embedded > 0 && (
        <ul className="pl-[1.1rem] list-disc">
          {replies.embedded.map(({ reason, count }) => (
            <li key={reason}>
              {formatNumber(count)}: {reason}
            </li>
          ))}
        </ul>
      )}
      <p>
        Oggi {costOf(today)}; questo mese {costOf(thisMonth)}.
        {today.cached > 0 &&
          ` Di ciò che è stato mandato oggi il fornitore teneva già pronto il ${Math.round((100 * today.cached) / today.prompt)} %.`}
      </p>
      {notices.map((notice) => (
        <p key={notice} className="admin-facts" data-stale>
          {notice}
        </p>
      ))}
    </section>
  );
}
