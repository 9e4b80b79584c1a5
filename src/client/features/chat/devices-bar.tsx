import { useEffect, useState } from 'react';
import { errorMessage } from '#client/api-error.ts';
import { emptyWhenSignedOut, trpc, type RouterOutputs } from '#client/trpc.ts';
import { QrCode } from '#client/ui/qr-code.tsx';
import { pairingLink } from '#shared/code-link.ts';
import { mostDevices } from '#shared/contracts/reader-limits.ts';
import { conversation } from './conversation-store.ts';
import { broadcastChange } from './tabs.ts';
import { TerminalBar } from './terminal-bar.tsx';

interface DevicesBarProps {
  linkedCode: string;
  onClose(): void;
}

export function DevicesBar({ linkedCode, onClose }: DevicesBarProps) {
  const [refusal, setRefusal] = useState('');
  const fail = (error: unknown) => setRefusal(errorMessage(error, 'La linea è caduta. Riprova fra poco.'));
  return (
    <TerminalBar id="devices" label="Prosegui altrove" title="PROSEGUI ALTROVE" onClose={onClose}>
      <p role="alert" className="terminal-refusal">
        {refusal}
      </p>
      {!linkedCode && <PairingCode onFailure={fail} />}
      <Join linkedCode={linkedCode} onFailure={fail} onJoined={onClose} />
      {!linkedCode && <DeviceList onFailure={fail} onLeft={onClose} />}
    </TerminalBar>
  );
}

/** Resets cached data after the reader's identity has changed. */
function useStartOver() {
  const utils = trpc.useUtils();
  return async (line: string) => {
    conversation.clear();
    broadcastChange('level');
    await Promise.all([
      utils.chat.history.invalidate(),
      utils.chat.suggestions.invalidate(),
      utils.readers.invalidate(),
    ]);
    conversation.print(line, 'system', utils.chat.history.getData()?.messages);
  };
}

const devicesQuery = { trpc: { context: emptyWhenSignedOut }, refetchOnMount: 'always', gcTime: 0 } as const;

function PairingCode({ onFailure }: { onFailure(error: unknown): void }) {
  const utils = trpc.useUtils();
  const offer = trpc.readers.handOver.useMutation({
    onMutate: async () => (await utils.readers.devices.fetch().catch(() => undefined))?.devices,
    onError: onFailure,
  });
  const { data } = trpc.readers.devices.useQuery(undefined, devicesQuery);
  const earlier = offer.context;
  const joined = data?.devices.find(
    ({ id, isThis }) => earlier && !isThis && earlier.every((device) => device.id !== id),
  );
  const code = joined ? undefined : offer.data?.code;
  useEffect(() => {
    if (!code) return undefined;
    // Polls while the code is shown (ten minutes) for the device that joins.
    const timer = setInterval(() => void utils.readers.devices.invalidate(), 4_000);
    return () => clearInterval(timer);
  }, [code, utils]);
  if (!offer.data) {
    return (
      <p>
        Sull’altro dispositivo ritrovi la stessa conversazione, allo stesso punto.{' '}
        <button
          type="button"
          className="terminal-key"
          disabled={offer.isPending}
          onClick={() => offer.mutate()}
        >
          {offer.isPending ? '[UN MOMENTO...]' : '[DAMMI UN CODICE]'}
        </button>
      </p>
    );
  }
  if (joined) {
    return (
      <p role="status">
        Collegato: {joined.name}. Là c’è la stessa conversazione, e il codice non serve più.
      </p>
    );
  }
  return (
    <div className="terminal-offer">
      <QrCode text={pairingLink(location.origin, offer.data.code)} label="Il codice da inquadrare" />
      <div role="status">
        <p>Inquadralo con l’altro dispositivo, oppure lì apri [MENU], [PROSEGUI ALTROVE] e scrivi:</p>
        <p className="terminal-code">{offer.data.code}</p>
        <p className="terminal-hint">
          Vale una volta sola, fino alle{' '}
          {new Date(offer.data.expiresAt).toLocaleTimeString('it-IT', { hour: '2-digit', minute: '2-digit' })}
          . Chi lo usa legge e scrive in questa conversazione: non darlo a nessuno.
        </p>
      </div>
    </div>
  );
}

interface JoinProps {
  linkedCode: string;
  onFailure(error: unknown): void;
  onJoined(): void;
}

function Join({ linkedCode, onFailure, onJoined }: JoinProps) {
  const [typed, setTyped] = useState(linkedCode);
  const startOver = useStartOver();
  const [own, setOwn] = useState<{ messages: number; maxSection: number }>();
  const join = trpc.readers.join.useMutation({
    onError(error) {
      setOwn(undefined);
      onFailure(error);
    },
    onSuccess(answer) {
      if (!answer.joined) return setOwn(answer);
      onJoined();
      void startOver(
        'STESSA CONVERSAZIONE, SU QUESTO DISPOSITIVO. PER STACCARLO: [MENU], [PROSEGUI ALTROVE].',
      );
    },
  });
  const code = typed.trim();

  if (own) {
    return (
      <div role="alertdialog" aria-labelledby="leave-own">
        <p id="leave-own">
          Qui hai già {ownText(own)}. Non si uniscono: se prosegui, questo dispositivo passa all’altra. La tua
          resta sul server e la ritrovi qui quando stacchi il dispositivo.
        </p>
        <p>
          <button type="button" className="terminal-key" autoFocus onClick={() => setOwn(undefined)}>
            [RESTO QUI]
          </button>
          <button
            type="button"
            className="terminal-key"
            disabled={join.isPending}
            onClick={() => join.mutate({ code, leaveOwn: true })}
          >
            [PASSA ALL’ALTRA]
          </button>
        </p>
      </div>
    );
  }
  return (
    <form
      className="terminal-join"
      onSubmit={(event) => {
        event.preventDefault();
        if (code && !join.isPending) join.mutate({ code });
      }}
    >
      <label htmlFor="hand-over-code">
        {linkedCode
          ? 'Qui prosegui la conversazione di un altro dispositivo: ciò che scrivi si legge anche là.'
          : 'Hai un codice di un altro dispositivo?'}
      </label>
      <input
        id="hand-over-code"
        value={typed}
        placeholder="ABCD-EFGH"
        maxLength={128}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="terminal-key" disabled={!code || join.isPending}>
        {join.isPending ? '[VERIFICA...]' : '[PROSEGUI QUI]'}
      </button>
    </form>
  );
}

function ownText({ messages, maxSection }: { messages: number; maxSection: number }): string {
  const level = maxSection > 0 ? `la sezione ${maxSection} sbloccata` : '';
  const talk =
    messages > 0
      ? `una conversazione (${messages === 1 ? 'un messaggio' : `${messages.toLocaleString('it-IT')} messaggi`})`
      : '';
  return [talk, level].filter(Boolean).join(' e ');
}

type Devices = RouterOutputs['readers']['devices']['devices'];

const day = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayText = (date: string) => day.format(new Date(date));

function DeviceList({ onFailure, onLeft }: { onFailure(error: unknown): void; onLeft(): void }) {
  const utils = trpc.useUtils();
  const startOver = useStartOver();
  const query = trpc.readers.devices.useQuery(undefined, devicesQuery);
  const remove = trpc.readers.removeDevice.useMutation({
    onError: onFailure,
    onSettled: () => utils.readers.devices.invalidate(),
  });
  const devices: Devices = query.data?.devices ?? [];

  function take({ id, isThis }: Devices[number]): void {
    remove.mutate(
      { id },
      {
        onSuccess() {
          if (!isThis) return;
          onLeft();
          void startOver('DISPOSITIVO STACCATO. LA CONVERSAZIONE RESTA SUGLI ALTRI.');
        },
      },
    );
  }

  if (devices.length === 0) return null;
  return (
    <>
      <p className="terminal-notes-title">
        DISPOSITIVI: {devices.length} SU {mostDevices}
      </p>
      <ul className="terminal-devices">
        {devices.map((device) => (
          <li key={device.id}>
            <span>
              {device.name}
              {device.isThis && <strong> «questo dispositivo»</strong>}
              <span className="terminal-hint">
                dal {dayText(device.firstSeen)}, l’ultima volta il {dayText(device.lastSeen)}
              </span>
            </span>
            {devices.length > 1 && (
              <button
                type="button"
                className="terminal-key"
                aria-label={`Stacca: ${device.name}${device.isThis ? ', questo dispositivo' : ''}`}
                disabled={remove.isPending}
                onClick={() => take(device)}
              >
                [STACCA]
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
