import { useState } from 'react';
import {
  readComfort,
  resizeText,
  textSizes,
  toggleWord,
  writeComfort,
  type ComfortWord,
} from './screen-comfort.ts';
import { playSound } from './sound-switch.ts';
import { TerminalBar } from './terminal-bar.tsx';

const sizeNames: Record<string, string> = {
  'text-small': 'PICCOLO',
  'text-large': 'GRANDE',
  'text-huge': 'GRANDISSIMO',
};

export function ComfortBar({ onClose }: { onClose(): void }) {
  const [words, setWords] = useState(readComfort);
  const change = (next: ComfortWord[]) => {
    writeComfort(next);
    setWords(next);
  };
  const size = textSizes.find((word) => word !== undefined && words.includes(word));
  const hasSound = words.includes('sound');
  const isAmber = words.includes('amber');

  return (
    <TerminalBar id="screen" label="Lo schermo" title="LO SCHERMO" onClose={onClose}>
      <div className="terminal-settings">
        <Switch
          label="VETRO"
          hint="righe di scansione e alone"
          isOn={!words.includes('no-glass')}
          onSwitch={() => change(toggleWord(words, 'no-glass'))}
        />
        <div role="group" aria-label="Grandezza del testo">
          <span>TESTO</span>
          <button
            type="button"
            className="terminal-key"
            aria-label="A−: testo più piccolo"
            disabled={size === 'text-small'}
            onClick={() => change(resizeText(words, -1))}
          >
            [A−]
          </button>
          <output>{size ? sizeNames[size] : 'NORMALE'}</output>
          <button
            type="button"
            className="terminal-key"
            aria-label="A+: testo più grande"
            disabled={size === 'text-huge'}
            onClick={() => change(resizeText(words, 1))}
          >
            [A+]
          </button>
        </div>
        <div role="group" aria-label="Colore del fosforo">
          <span>FOSFORO</span>
          {[false, true].map((amber) => (
            <button
              key={String(amber)}
              type="button"
              className="terminal-key"
              aria-pressed={isAmber === amber}
              onClick={() => isAmber !== amber && change(toggleWord(words, 'amber'))}
            >
              {amber ? '[AMBRA]' : '[VERDE]'}
            </button>
          ))}
        </div>
        <Switch
          label="SUONI"
          hint="il relè quando invii, la portante mentre scrive"
          isOn={hasSound}
          onSwitch={() => {
            change(toggleWord(words, 'sound'));
            if (!hasSound) playSound('relay');
          }}
        />
      </div>
    </TerminalBar>
  );
}

interface SwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  onSwitch(): void;
}

function Switch({ label, hint, isOn, onSwitch }: SwitchProps) {
  return (
    <div>
      <span>{label}</span>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label={`${label.toLowerCase()}: ${hint}`}
        className="terminal-key"
        onClick={onSwitch}
      >
        {isOn ? '[SÌ]' : '[NO]'}
      </button>
      <span className="terminal-hint" aria-hidden="true">
        {hint}
      </span>
    </div>
  );
}
