<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Demo</name>
    <message>
        <source>Decode threads on 2 cores</source>
        <translation>Dekodier-Threads auf 2 Kernen</translation>
    </message>
    <message>
        <source>Queue depth by reader</source>
        <translation>Warteschlangentiefe je Leser</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>Attached disks: gp2, st1 and io1 with 4 and 8 V100</source>
        <translation>Angehängte Datenträger: gp2, st1 und io1 mit 4 und 8 V100</translation>
    </message>
    <message>
        <source>gp2, gp3 and st1 volumes with burst credits</source>
        <translation>gp2-, gp3- und st1-Volumes mit Burst-Guthaben</translation>
    </message>
    <message>
        <source>Eight nodes of eight V100, and how they scale</source>
        <translation>Acht Knoten mit je acht V100, und wie sie skalieren</translation>
    </message>
    <message>
        <source>HDFS with 2 and 4 data nodes in front of 64 V100</source>
        <translation>HDFS mit 2 und 4 Data Nodes vor 64 V100</translation>
    </message>
    <message>
        <source>Decode threads: local NVMe against network storage, 8 V100</source>
        <translation>Dekodier-Threads: lokale NVMe gegen Netzwerkspeicher, 8 V100</translation>
    </message>
    <message>
        <source>One decode thread against seven, one V100</source>
        <translation>Ein Dekodier-Thread gegen sieben, eine V100</translation>
    </message>
    <message>
        <source>Object store against persistent SSD, P100</source>
        <translation>Objektspeicher gegen persistente SSD, P100</translation>
    </message>
</context>
<context>
    <name>Explore</name>
    <message>
        <source>a chart of whole runs</source>
        <translation>ein Diagramm ganzer Läufe</translation>
    </message>
    <message>
        <source>No run of the plotted studies has both quantities. Choose others above.</source>
        <translation>Kein Lauf der gezeigten Studien hat beide Größen. Oben andere wählen.</translation>
    </message>
    <message>
        <source>samples over time</source>
        <translation>Messwerte im Zeitverlauf</translation>
    </message>
    <message>
        <source>a heat map</source>
        <translation>eine Heatmap</translation>
    </message>
    <message>
        <source>A heat map needs runs that vary two settings.</source>
        <translation>Eine Heatmap braucht Läufe, die zwei Einstellungen variieren.</translation>
    </message>
    <message>
        <source>latency percentiles</source>
        <translation>Latenz-Perzentile</translation>
    </message>
    <message>
        <source>No run of the plotted studies has latency percentiles.</source>
        <translation>Kein Lauf der gezeigten Studien hat Latenz-Perzentile.</translation>
    </message>
    <message>
        <source>a histogram</source>
        <translation>ein Histogramm</translation>
    </message>
    <message>
        <source>No run of the plotted studies has a histogram of latencies or file sizes.</source>
        <translation>Kein Lauf der gezeigten Studien hat ein Histogramm von Latenzen oder Dateigrößen.</translation>
    </message>
    <message>
        <source>stacked bars of stages</source>
        <translation>gestapelte Balken der Stufen</translation>
    </message>
    <message>
        <source>No run of the plotted studies recorded how its stages spent their time.</source>
        <translation>Kein Lauf der gezeigten Studien hat aufgezeichnet, womit seine Stufen ihre Zeit verbrachten.</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>Der Lauf</translation>
    </message>
    <message>
        <source>%1 of %2 runs</source>
        <translation>%1 von %2 Läufen</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>Untitled study</source>
        <translation>Studie ohne Titel</translation>
    </message>
    <message>
        <source>each device</source>
        <translation>jedes Gerät</translation>
    </message>
    <message>
        <source>each GPU</source>
        <translation>jede GPU</translation>
    </message>
    <message>
        <source>each interface</source>
        <translation>jede Schnittstelle</translation>
    </message>
    <message>
        <source>each stage</source>
        <translation>jede Stufe</translation>
    </message>
    <message>
        <source>each answer</source>
        <translation>jede Antwort</translation>
    </message>
    <message>
        <source>each epoch</source>
        <translation>jede Epoche</translation>
    </message>
    <message>
        <source>each file system</source>
        <translation>jedes Dateisystem</translation>
    </message>
    <message>
        <source>each job</source>
        <translation>jeder Job</translation>
    </message>
    <message>
        <source>each queue</source>
        <translation>jede Warteschlange</translation>
    </message>
    <message>
        <source>each program</source>
        <translation>jedes Programm</translation>
    </message>
    <message>
        <source>each limit</source>
        <translation>jede Grenze</translation>
    </message>
    <message>
        <source>each role</source>
        <translation>jede Rolle</translation>
    </message>
    <message>
        <source>each processor</source>
        <translation>jeder Prozessor</translation>
    </message>
    <message>
        <source>each activity</source>
        <translation>jede Tätigkeit</translation>
    </message>
    <message>
        <source>each node</source>
        <translation>jeder Knoten</translation>
    </message>
    <message>
        <source>least</source>
        <translation>kleinster</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>most</source>
        <translation>größter</translation>
    </message>
</context>
<context>
    <name>ImportAnswers</name>
    <message>
        <source>Time zone</source>
        <translation>Zeitzone</translation>
    </message>
    <message>
        <source>Seconds between rows</source>
        <translation>Sekunden zwischen den Zeilen</translation>
    </message>
    <message>
        <source>Latency unit</source>
        <translation>Einheit der Latenz</translation>
    </message>
    <message>
        <source>Kind of log</source>
        <translation>Art des Protokolls</translation>
    </message>
    <message>
        <source>What a sample counts</source>
        <translation>Was ein Messwert zählt</translation>
    </message>
    <message>
        <source>Columns, in order</source>
        <translation>Spalten, der Reihe nach</translation>
    </message>
    <message>
        <source>Quantity of the values</source>
        <translation>Größe der Werte</translation>
    </message>
    <message>
        <source>Start of the run</source>
        <translation>Beginn des Laufs</translation>
    </message>
    <message>
        <source>Reads or writes</source>
        <translation>Lesen oder Schreiben</translation>
    </message>
    <message>
        <source>Statistic</source>
        <translation>Statistik</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>%n file(s) had been imported before.</source>
        <translation>
            <numerusform>%n Datei war schon früher importiert worden.</numerusform>
            <numerusform>%n Dateien waren schon früher importiert worden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No results were found in %n file(s).</source>
        <translation>
            <numerusform>In %n Datei fanden sich keine Ergebnisse.</numerusform>
            <numerusform>In %n Dateien fanden sich keine Ergebnisse.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) could not be imported.</source>
        <translation>
            <numerusform>%n Datei konnte nicht importiert werden.</numerusform>
            <numerusform>%n Dateien konnten nicht importiert werden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) stayed out, because the import was stopped.</source>
        <translation>
            <numerusform>%n Datei blieb draußen, weil der Import angehalten wurde.</numerusform>
            <numerusform>%n Dateien blieben draußen, weil der Import angehalten wurde.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) without results ask a question.</source>
        <translation>
            <numerusform>%n Datei ohne Ergebnisse stellt eine Frage.</numerusform>
            <numerusform>%n Dateien ohne Ergebnisse stellen eine Frage.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LimitBars</name>
    <message>
        <source>Storage alone</source>
        <translation>Nur Datenspeicher</translation>
    </message>
    <message>
        <source>Decoding alone</source>
        <translation>Nur Dekodieren</translation>
    </message>
    <message>
        <source>Accelerator alone</source>
        <translation>Nur Beschleuniger</translation>
    </message>
</context>
<context>
    <name>MergeOffer</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
</context>
<context>
    <name>NotesList</name>
    <message>
        <source>Run %1: %2</source>
        <translation>Lauf %1: %2</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
</context>
<context>
    <name>Plot</name>
    <message>
        <source>and %1 more lines</source>
        <translation>und %1 weitere Zeilen</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max.</translation>
    </message>
    <message>
        <source>(dashed)</source>
        <translation>(gestrichelt)</translation>
    </message>
    <message>
        <source>(points)</source>
        <translation>(Punkte)</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>and one more line</source>
        <translation>und eine weitere Zeile</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>emuliert</translation>
    </message>
    <message>
        <source>log scale</source>
        <translation>logarithmisch</translation>
    </message>
</context>
<context>
    <name>Present</name>
    <message>
        <source>Lowest without emulation: %1 (%2)</source>
        <translation>Niedrigster Wert ohne Emulation: %1 (%2)</translation>
    </message>
    <message>
        <source>Highest without emulation: %1 (%2)</source>
        <translation>Höchster Wert ohne Emulation: %1 (%2)</translation>
    </message>
    <message>
        <source>Lowest: %1 (%2)</source>
        <translation>Niedrigster Wert: %1 (%2)</translation>
    </message>
    <message>
        <source>Highest: %1 (%2)</source>
        <translation>Höchster Wert: %1 (%2)</translation>
    </message>
    <message>
        <source>Threads of the job</source>
        <translation>Threads des Jobs</translation>
    </message>
    <message>
        <source>Share of their time</source>
        <translation>Anteil ihrer Zeit</translation>
    </message>
    <message>
        <source>Lowest of the full pipeline: %1 (%2)</source>
        <translation>Niedrigster Wert der ganzen Pipeline: %1 (%2)</translation>
    </message>
    <message>
        <source>Highest of the full pipeline: %1 (%2)</source>
        <translation>Höchster Wert der ganzen Pipeline: %1 (%2)</translation>
    </message>
    <message>
        <source>Lowest of the full pipeline without emulation: %1 (%2)</source>
        <translation>Niedrigster Wert der ganzen Pipeline ohne Emulation: %1 (%2)</translation>
    </message>
    <message>
        <source>Highest of the full pipeline without emulation: %1 (%2)</source>
        <translation>Höchster Wert der ganzen Pipeline ohne Emulation: %1 (%2)</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Papierkorb</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Strg</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Umschalt</translation>
    </message>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Rücktaste</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Ins</source>
        <translation>Einfg</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Pos1</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>Bild auf</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>Bild ab</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>“%1”: there is no such ready chart of the studies of this report; a published study or a storage baseline must be among them</source>
        <translation>„%1“: Für die Studien dieses Berichts gibt es kein solches fertiges Diagramm; eine veröffentlichte Studie oder eine Messung „Datenträger allein“ muss darunter sein</translation>
    </message>
    <message>
        <source>“%1”: a chart is two keys, such as decode.threads/images_per_second</source>
        <translation>„%1“: Ein Diagramm besteht aus zwei Schlüsseln, wie decode.threads/images_per_second</translation>
    </message>
    <message>
        <source>the chart “%1” would be empty: %2</source>
        <translation>das Diagramm „%1“ wäre leer: %2</translation>
    </message>
    <message>
        <source>chart %1: %2</source>
        <translation>Diagramm %1: %2</translation>
    </message>
    <message>
        <source>“%1”: the studies of this report have nothing of it</source>
        <translation>„%1“: Die Studien dieses Berichts haben nichts davon</translation>
    </message>
    <message>
        <source>This report sets a published study beside runs of your own. Plot a published study from the list, too, or measure one with “A study again”.</source>
        <translation>Dieser Bericht stellt eine veröffentlichte Studie neben eigene Läufe. Auch eine veröffentlichte Studie der Liste zeichnen oder eine mit „Studie nachmessen“ messen.</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Language: system, en or de (system).</source>
        <translation>Sprache: system, en oder de (system).</translation>
    </message>
    <message>
        <source>Explore storage-to-GPU throughput.</source>
        <translation>Durchsatz vom Datenspeicher bis zur GPU untersuchen.</translation>
    </message>
    <message>
        <source>Records or results of other tools, or folders of them.</source>
        <translation>Aufzeichnungen oder Ergebnisse anderer Werkzeuge oder Ordner davon.</translation>
    </message>
    <message>
        <source>Show the form for a new measurement.</source>
        <translation>Das Formular für eine neue Messung zeigen.</translation>
    </message>
    <message>
        <source>Another window of this library is open but does not respond. Close it first.</source>
        <translation>Ein anderes Fenster dieser Bibliothek ist offen, antwortet aber nicht. Bitte zuerst schließen.</translation>
    </message>
    <message>
        <source>Load no GPU plug-in, plot nothing at first, and ignore the stored layout and size of the window.</source>
        <translation>Kein GPU-Plug-in laden, zunächst nichts zeichnen und gespeicherte Anordnung und Größe des Fensters nicht beachten.</translation>
    </message>
</context>
<context>
    <name>std</name>
    <message>
        <source>Left, Right</source>
        <translation>Links, Rechts</translation>
    </message>
    <message>
        <source>Chart: previous, next point of the curve</source>
        <translation>Diagramm: voriger, nächster Punkt der Kurve</translation>
    </message>
    <message>
        <source>Up, Down</source>
        <translation>Oben, Unten</translation>
    </message>
    <message>
        <source>Chart: curve above, curve below</source>
        <translation>Diagramm: Kurve darüber, Kurve darunter</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Pos1, Ende</translation>
    </message>
    <message>
        <source>Chart: first point, last point of the curve</source>
        <translation>Diagramm: erster, letzter Punkt der Kurve</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>Chart: move the view back, forward by one fifth</source>
        <translation>Diagramm: Ausschnitt um ein Fünftel zurück, vor</translation>
    </message>
    <message>
        <source>+ / −, wheel</source>
        <translation>+ / −, Mausrad</translation>
    </message>
    <message>
        <source>Chart: zoom at the cursor</source>
        <translation>Diagramm: am Mauszeiger vergrößern und verkleinern</translation>
    </message>
    <message>
        <source>F, double-click</source>
        <translation>F, Doppelklick</translation>
    </message>
    <message>
        <source>Chart: fit everything</source>
        <translation>Diagramm: alles einpassen</translation>
    </message>
    <message>
        <source>Backspace, Shift+Backspace</source>
        <translation>Rücktaste, Umschalt+Rücktaste</translation>
    </message>
    <message>
        <source>Chart: previous, next zoom</source>
        <translation>Diagramm: voriger, nächster Ausschnitt</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>Chart: show or hide the crosshair</source>
        <translation>Diagramm: Fadenkreuz zeigen oder ausblenden</translation>
    </message>
    <message>
        <source>L, Shift+L</source>
        <translation>L, Umschalt+L</translation>
    </message>
    <message>
        <source>Chart: logarithmic y, logarithmic x</source>
        <translation>Diagramm: y logarithmisch, x logarithmisch</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>Chart: switch dragging between selecting and zooming</source>
        <translation>Diagramm: Ziehen wählt aus oder vergrößert</translation>
    </message>
    <message>
        <source>Shift+drag, Ctrl+Shift+drag</source>
        <translation>Umschalt+Ziehen, Strg+Umschalt+Ziehen</translation>
    </message>
    <message>
        <source>Chart: select runs, add runs to the selection</source>
        <translation>Diagramm: Läufe auswählen, Läufe zur Auswahl hinzufügen</translation>
    </message>
    <message>
        <source>Space, Shift+click</source>
        <translation>Leertaste, Umschalt+Klick</translation>
    </message>
    <message>
        <source>Chart: select or deselect a run</source>
        <translation>Diagramm: einen Lauf aus- oder abwählen</translation>
    </message>
    <message>
        <source>Enter, click</source>
        <translation>Eingabe, Klick</translation>
    </message>
    <message>
        <source>Chart: samples of the marked run</source>
        <translation>Diagramm: Messwerte des markierten Laufs</translation>
    </message>
    <message>
        <source>N, right-click</source>
        <translation>N, Rechtsklick</translation>
    </message>
    <message>
        <source>Chart: add a note to the marked run</source>
        <translation>Diagramm: dem markierten Lauf eine Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Shift+arrows, Space+drag</source>
        <translation>Umschalt+Pfeile, Leertaste+Ziehen</translation>
    </message>
    <message>
        <source>Chart: move the view</source>
        <translation>Diagramm: den Ausschnitt verschieben</translation>
    </message>
    <message>
        <source>Drag its edge</source>
        <translation>Am Rand ziehen</translation>
    </message>
    <message>
        <source>Chart: drag it into another program as a picture (Ctrl+Shift+C copies it)</source>
        <translation>Diagramm: als Bild in ein anderes Programm ziehen (Strg+Umschalt+C kopiert es)</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Chart: unmark the run or cancel a drag</source>
        <translation>Diagramm: Markierung des Laufs aufheben oder Ziehen abbrechen</translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation>Tab, Umschalt+Tab</translation>
    </message>
    <message>
        <source>Chart: go to the next, previous control</source>
        <translation>Diagramm: zum nächsten, vorigen Bedienelement gehen</translation>
    </message>
    <message>
        <source>Enter, double-click, N</source>
        <translation>Eingabe, Doppelklick, N</translation>
    </message>
    <message>
        <source>Chart data: samples of the run, add a note</source>
        <translation>Diagrammdaten: Messwerte des Laufs, Notiz hinzufügen</translation>
    </message>
    <message>
        <source>X, Y, 2</source>
        <translation>X, Y, 2</translation>
    </message>
    <message>
        <source>List of quantities: show on x, on y, on the second y</source>
        <translation>Liste der Größen: auf x, auf y, auf dem zweiten y zeigen</translation>
    </message>
    <message>
        <source>no epochs (%1)</source>
        <translation>keine Epochen (%1)</translation>
    </message>
    <message>
        <source>memory (page cache)</source>
        <translation>Arbeitsspeicher (Seitencache)</translation>
    </message>
    <message>
        <source>this computer’s disk</source>
        <translation>Datenträger dieses Computers</translation>
    </message>
</context>
<context>
    <name>throughline::ui</name>
    <message>
        <source>This cannot be done as requested.</source>
        <translation>Das ist so nicht möglich.</translation>
    </message>
    <message>
        <source>It was not found.</source>
        <translation>Es wurde nicht gefunden.</translation>
    </message>
    <message>
        <source>Access was denied.</source>
        <translation>Der Zugriff wurde verweigert.</translation>
    </message>
    <message>
        <source>Reading or writing failed.</source>
        <translation>Lesen oder Schreiben ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The file is damaged or of a different kind.</source>
        <translation>Die Datei ist beschädigt oder von anderer Art.</translation>
    </message>
    <message>
        <source>It was made by a newer version of Throughline.</source>
        <translation>Sie stammt von einer neueren Version von Throughline.</translation>
    </message>
    <message>
        <source>This computer cannot do that.</source>
        <translation>Dieser Rechner kann das nicht.</translation>
    </message>
    <message>
        <source>There is not enough space or memory.</source>
        <translation>Platz oder Arbeitsspeicher reichen nicht aus.</translation>
    </message>
    <message>
        <source>Another program is using it.</source>
        <translation>Ein anderes Programm benutzt es gerade.</translation>
    </message>
    <message>
        <source>It was stopped.</source>
        <translation>Es wurde angehalten.</translation>
    </message>
    <message>
        <source>This is a bug in Throughline.</source>
        <translation>Das ist ein Fehler in Throughline.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 by %2 and %3</source>
        <translation>%1 nach %2 und %3</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>No run has samples of %1.</source>
        <translation>Kein Lauf hat Messwerte zu %1.</translation>
    </message>
    <message>
        <source>None of the runs shown has samples of %1.</source>
        <translation>Keiner der gezeigten Läufe hat Messwerte zu %1.</translation>
    </message>
    <message>
        <source>No samples to show. Ctrl+click runs in the legend.</source>
        <translation>Keine Messwerte zu zeigen. In der Legende Läufe mit Strg+Klick wählen.</translation>
    </message>
    <message>
        <source>a separate x</source>
        <translation>ein eigenes x</translation>
    </message>
    <message>
        <source>a separate y</source>
        <translation>ein eigenes y</translation>
    </message>
    <message>
        <source>a second y</source>
        <translation>ein zweites y</translation>
    </message>
    <message>
        <source>a logarithmic x</source>
        <translation>ein logarithmisches x</translation>
    </message>
    <message>
        <source>a logarithmic y</source>
        <translation>ein logarithmisches y</translation>
    </message>
    <message>
        <source>an axis of categories</source>
        <translation>eine Achse mit Kategorien</translation>
    </message>
    <message>
        <source>a relative value</source>
        <translation>ein relativer Wert</translation>
    </message>
    <message>
        <source>a line for ideal scaling</source>
        <translation>eine Linie für ideale Skalierung</translation>
    </message>
    <message>
        <source>a target value</source>
        <translation>ein Zielwert</translation>
    </message>
    <message>
        <source>lines for the stages alone</source>
        <translation>Linien für die einzelnen Stufen</translation>
    </message>
    <message>
        <source>a choice of stages</source>
        <translation>eine Auswahl von Stufen</translation>
    </message>
    <message>
        <source>lines for the storage limits</source>
        <translation>Linien für die Grenzen des Datenspeichers</translation>
    </message>
    <message>
        <source>a colour by setting</source>
        <translation>eine Farbe je Einstellung</translation>
    </message>
    <message>
        <source>a marker by setting</source>
        <translation>ein Symbol je Einstellung</translation>
    </message>
    <message>
        <source>level lines need a unit; relative values have none</source>
        <translation>waagrechte Linien brauchen eine Einheit; relative Werte haben keine</translation>
    </message>
    <message>
        <source>values relative to the baseline have no ideal scaling</source>
        <translation>Werte relativ zur Baseline haben keine ideale Skalierung</translation>
    </message>
    <message>
        <source>categories have no logarithmic scale</source>
        <translation>Kategorien haben keine logarithmische Skala</translation>
    </message>
    <message>
        <source>a trend shows values as measured or relative to its first point</source>
        <translation>ein Trend zeigt Werte wie gemessen oder relativ zu seinem ersten Punkt</translation>
    </message>
    <message>
        <source>%1 cannot be shown along dates or versions</source>
        <translation>%1 kann nicht über Daten oder Versionen gezeigt werden</translation>
    </message>
    <message>
        <source>%1 is not available for %2</source>
        <translation>%1 gibt es nicht für %2</translation>
    </message>
    <message>
        <source>Unless stated otherwise: %1</source>
        <translation>Sofern nicht anders angegeben: %1</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>run %1, %2</source>
        <translation>Lauf %1, %2</translation>
    </message>
    <message>
        <source>each %1</source>
        <translation>jedes %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>did not finish</source>
        <translation>nicht beendet</translation>
    </message>
    <message>
        <source>was changed while it was measured</source>
        <translation>wurde während der Messung geändert</translation>
    </message>
    <message>
        <source>the run did not feed an accelerator</source>
        <translation>der Lauf versorgte keinen Beschleuniger</translation>
    </message>
    <message>
        <source>the run has several; choose one</source>
        <translation>der Lauf hat mehrere; eines wählen</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>the run did not finish</source>
        <translation>der Lauf wurde nicht beendet</translation>
    </message>
    <message>
        <source>Time since the run started</source>
        <translation>Zeit seit Beginn des Laufs</translation>
    </message>
    <message>
        <source>Start of the run</source>
        <translation>Beginn des Laufs</translation>
    </message>
    <message>
        <source>QD %1</source>
        <translation>QD %1</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 Thread</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 Threads</translation>
    </message>
    <message>
        <source>1 reader</source>
        <translation>1 Lese-Thread</translation>
    </message>
    <message>
        <source>%1 readers</source>
        <translation>%1 Lese-Threads</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>whole files</source>
        <translation>ganze Dateien</translation>
    </message>
    <message>
        <source>buffered</source>
        <translation>gepuffert</translation>
    </message>
    <message>
        <source>full pipeline</source>
        <translation>ganze Pipeline</translation>
    </message>
    <message>
        <source>%1 alone</source>
        <translation>nur %1</translation>
    </message>
    <message>
        <source>authors’ estimate</source>
        <translation>Schätzung der Autoren</translation>
    </message>
    <message>
        <source>cache as it is</source>
        <translation>Cache wie vorgefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1, each bin twice as wide as the last</source>
        <translation>%1, jede Klasse doppelt so breit wie die vorige</translation>
    </message>
    <message>
        <source>Share of writes</source>
        <translation>Anteil der Schreibzugriffe</translation>
    </message>
    <message>
        <source>Share of reads</source>
        <translation>Anteil der Lesezugriffe</translation>
    </message>
    <message>
        <source>no histogram of %1</source>
        <translation>kein Histogramm von %1</translation>
    </message>
    <message>
        <source>no file sizes for the data set</source>
        <translation>keine Dateigrößen zum Datensatz</translation>
    </message>
    <message>
        <source>“%1” has exact sizes; each is shown in the bin that starts at it.</source>
        <translation>„%1“ hat genaue Größen; jede steht in der Klasse, die bei ihr beginnt.</translation>
    </message>
    <message>
        <source>MLPerf Storage requirement for %1:</source>
        <translation>Anforderung von MLPerf Storage für %1:</translation>
    </message>
    <message>
        <source>%1, best of %2:</source>
        <translation>%1, bestes von %2:</translation>
    </message>
    <message>
        <source>%1, at most</source>
        <translation>%1, höchstens</translation>
    </message>
    <message>
        <source>%1, at most per %2:</source>
        <translation>%1, höchstens je %2:</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>%1, not averaged with the full pipeline</source>
        <translation>%1, nicht mit der ganzen Pipeline gemittelt</translation>
    </message>
    <message>
        <source>published, not averaged with your own runs</source>
        <translation>veröffentlicht, nicht mit eigenen Läufen gemittelt</translation>
    </message>
    <message>
        <source>%1, which does not use one of the settings</source>
        <translation>%1, wofür eine der Einstellungen nicht gilt</translation>
    </message>
    <message>
        <source>one of the three quantities is missing</source>
        <translation>eine der drei Größen fehlt</translation>
    </message>
    <message>
        <source>authors’ estimate, not averaged with measurements</source>
        <translation>Schätzung der Autoren, nicht mit Messungen gemittelt</translation>
    </message>
    <message>
        <source>%1, %2 in every cell</source>
        <translation>%1, %2 in jeder Zelle</translation>
    </message>
    <message>
        <source>%1, %2 to %3</source>
        <translation>%1, %2 bis %3</translation>
    </message>
    <message>
        <source>Some cells are means of runs that differ in more than these two settings.</source>
        <translation>Manche Zellen sind Mittelwerte von Läufen, die sich in mehr als diesen beiden Einstellungen unterscheiden.</translation>
    </message>
    <message>
        <source>%1, not mixed with the full pipeline</source>
        <translation>%1, nicht mit der ganzen Pipeline vermischt</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Of %1</source>
        <translation>Von %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Only the first %1 curves are drawn; left out: %2. Choose one of these for y, or fewer runs.</source>
        <translation>Nur die ersten %1 Kurven sind gezeichnet; weggelassen: %2. Eine davon für y wählen oder weniger Läufe.</translation>
    </message>
    <message>
        <source>Percentile</source>
        <translation>Perzentil</translation>
    </message>
    <message>
        <source>no percentiles of %1 (%2)</source>
        <translation>keine Perzentile von %1 (%2)</translation>
    </message>
    <message>
        <source>Percentiles cover all repeats of a run together; other figures are means of the repeats.</source>
        <translation>Perzentile umfassen alle Wiederholungen eines Laufs gemeinsam; andere Kennzahlen sind Mittelwerte der Wiederholungen.</translation>
    </message>
    <message>
        <source>undated</source>
        <translation>ohne Datum</translation>
    </message>
    <message>
        <source>%1: did not finish; only what was measured is shown.</source>
        <translation>%1: nicht beendet; nur das Gemessene ist gezeigt.</translation>
    </message>
    <message>
        <source>%1: a setting was changed during the measurement; the figures mix both values.</source>
        <translation>%1: Eine Einstellung wurde während der Messung geändert; die Kennzahlen vermischen beide Werte.</translation>
    </message>
    <message>
        <source>Points of such runs are marked ×.</source>
        <translation>Punkte solcher Läufe sind mit × markiert.</translation>
    </message>
    <message>
        <source>Several runs share a point (%1 times): the line goes through their mean.</source>
        <translation>Mehrere Läufe teilen sich einen Punkt (%1-mal): Die Linie geht durch ihren Mittelwert.</translation>
    </message>
    <message>
        <source>Warm-up is drawn pale; it does not count towards the figures of a run.</source>
        <translation>Die Aufwärmphase ist blass gezeichnet; sie zählt nicht zu den Kennzahlen eines Laufs.</translation>
    </message>
    <message>
        <source>%1: the authors’ estimate, not measured.</source>
        <translation>%1: Schätzung der Autoren, nicht gemessen.</translation>
    </message>
    <message>
        <source>%1: the source gives bounds or approximations.</source>
        <translation>%1: Die Quelle nennt Schranken oder Näherungen.</translation>
    </message>
    <message>
        <source>Points left out: %1, at or below 0, which a logarithmic axis cannot show.</source>
        <translation>Weggelassene Punkte: %1, bei oder unter 0, was eine logarithmische Achse nicht zeigen kann.</translation>
    </message>
    <message>
        <source>Points left out: %1, beyond 1e305, which only a logarithmic axis can show.</source>
        <translation>Weggelassene Punkte: %1, jenseits von 1e305, was nur eine logarithmische Achse zeigen kann.</translation>
    </message>
    <message>
        <source>%1: fed emulated accelerators.</source>
        <translation>%1: versorgte emulierte Beschleuniger.</translation>
    </message>
    <message>
        <source>%1: read from an emulated volume.</source>
        <translation>%1: von einem emulierten Volume gelesen.</translation>
    </message>
    <message>
        <source>%1: read from the page cache.</source>
        <translation>%1: aus dem Page-Cache gelesen.</translation>
    </message>
    <message>
        <source>%1: read the share of one node; the rate is for that node only.</source>
        <translation>%1: las den Anteil eines Knotens; die Rate gilt nur für diesen Knoten.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1 more kinds of warning are in the records.</source>
        <translation>%1 weitere Arten von Warnungen stehen in den Aufzeichnungen.</translation>
    </message>
    <message>
        <source>The plotted studies have no %1.</source>
        <translation>Die gezeigten Studien haben nicht: %1.</translation>
    </message>
    <message>
        <source>by threads</source>
        <translation>nach Threads</translation>
    </message>
    <message>
        <source>by disk utilisation</source>
        <translation>nach Datenträgerauslastung</translation>
    </message>
    <message>
        <source>by IOPS</source>
        <translation>nach IOPS</translation>
    </message>
    <message>
        <source>over time</source>
        <translation>im Zeitverlauf</translation>
    </message>
    <message>
        <source>%1, relative to the first point</source>
        <translation>%1, relativ zum ersten Punkt</translation>
    </message>
    <message>
        <source>%1, relative to the baseline</source>
        <translation>%1, relativ zur Baseline</translation>
    </message>
    <message>
        <source>Scaling efficiency of %1</source>
        <translation>Skalierungseffizienz: %1</translation>
    </message>
    <message>
        <source>Ideal: %1</source>
        <translation>Ideal: %1</translation>
    </message>
    <message>
        <source>Ideal scaling</source>
        <translation>Ideale Skalierung</translation>
    </message>
    <message>
        <source>Efficiency needs a rate over a number of threads, GPUs, nodes …; absolute values are shown.</source>
        <translation>Effizienz braucht eine Rate über der Zahl der Threads, GPUs, Knoten&#xa0;…; absolute Werte sind gezeigt.</translation>
    </message>
    <message>
        <source>The curves start at different values of x, so their first points are not comparable.</source>
        <translation>Die Kurven beginnen bei verschiedenen Werten von x, ihre ersten Punkte sind daher nicht vergleichbar.</translation>
    </message>
    <message>
        <source>a curve with one point has nothing to be compared with</source>
        <translation>eine Kurve mit einem Punkt hat nichts zum Vergleichen</translation>
    </message>
    <message>
        <source>None of the plotted studies is the baseline, so absolute values are shown. Make one the baseline in the list and plot it.</source>
        <translation>Keine der gezeigten Studien ist die Baseline, daher sind absolute Werte gezeigt. In der Liste eine zur Baseline machen und ins Diagramm nehmen.</translation>
    </message>
    <message>
        <source>the baseline has no value there for the same stages, model and phase</source>
        <translation>die Baseline hat dort keinen Wert für dieselben Stufen, dasselbe Modell und dieselbe Phase</translation>
    </message>
    <message>
        <source>Points left out: %1; %2.</source>
        <translation>Weggelassene Punkte: %1; %2.</translation>
    </message>
    <message>
        <source>Ideal scaling needs a rate over a number of threads, GPUs, nodes …</source>
        <translation>Ideale Skalierung braucht eine Rate über der Zahl der Threads, GPUs, Knoten&#xa0;…</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>about</source>
        <translation>etwa</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>This run: %1</source>
        <translation>Dieser Lauf: %1</translation>
    </message>
    <message>
        <source>no %1 (%2)</source>
        <translation>nicht vorhanden: %1 (%2)</translation>
    </message>
    <message>
        <source>The source says “%1”.</source>
        <translation>Die Quelle sagt „%1“.</translation>
    </message>
    <message>
        <source>%1, which does not use “%2”</source>
        <translation>%1, wofür „%2“ nicht gilt</translation>
    </message>
    <message>
        <source>the first row is an average since boot or a partial interval, not a sample, and is left out</source>
        <translation>die erste Zeile ist ein Mittelwert seit dem Systemstart oder ein unvollständiges Intervall, kein Messwert, und wird weggelassen</translation>
    </message>
    <message>
        <source>no samples of %1</source>
        <translation>keine Messwerte zu %1</translation>
    </message>
    <message>
        <source>no samples of %1 (%2)</source>
        <translation>keine Messwerte zu %1 (%2)</translation>
    </message>
    <message>
        <source>no finer detail of %1 (%2)</source>
        <translation>keine feineren Einzelheiten zu %1 (%2)</translation>
    </message>
    <message>
        <source>rows of the files</source>
        <translation>Zeilen der Dateien</translation>
    </message>
    <message>
        <source>no times, only %1, which cannot share an axis with seconds</source>
        <translation>keine Zeiten, nur %1, die keine Achse mit Sekunden teilen können</translation>
    </message>
    <message>
        <source>Time since the first row shown by the source</source>
        <translation>Zeit seit der ersten Zeile, die die Quelle zeigt</translation>
    </message>
    <message>
        <source>excerpt; time is counted from its first row</source>
        <translation>Auszug; die Zeit zählt ab seiner ersten Zeile</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>nicht vorhanden: %1</translation>
    </message>
    <message>
        <source>Run %1 of %2</source>
        <translation>Lauf %1 von %2</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Runs by %1</source>
        <translation>Läufe nach %1</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>arbeitet</translation>
    </message>
    <message>
        <source>starved</source>
        <translation>unterversorgt</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>blockiert</translation>
    </message>
    <message>
        <source>%1 by stage</source>
        <translation>%1 je Stufe</translation>
    </message>
    <message>
        <source>Stage time: busy, starved, blocked</source>
        <translation>Zeit der Stufen: arbeitet, unterversorgt, blockiert</translation>
    </message>
    <message>
        <source>Time of %1: busy, starved, blocked</source>
        <translation>Zeit, %1: arbeitet, unterversorgt, blockiert</translation>
    </message>
    <message>
        <source>Share of each stage&apos;s time</source>
        <translation>Anteil der Zeit jeder Stufe</translation>
    </message>
    <message>
        <source>Share of the time of %1</source>
        <translation>Anteil der Zeit, %1</translation>
    </message>
    <message>
        <source>A trend shows values as measured or relative to its first point.</source>
        <translation>Ein Trend zeigt Werte wie gemessen oder relativ zu seinem ersten Punkt.</translation>
    </message>
    <message>
        <source>Add chart</source>
        <translation>Diagramm hinzufügen</translation>
    </message>
    <message>
        <source>Remove chart</source>
        <translation>Diagramm entfernen</translation>
    </message>
    <message>
        <source>Arrange charts</source>
        <translation>Diagramme anordnen</translation>
    </message>
    <message>
        <source>Show view</source>
        <translation>Ansicht zeigen</translation>
    </message>
    <message>
        <source>Change chart kind</source>
        <translation>Diagrammart ändern</translation>
    </message>
    <message>
        <source>Change x axis</source>
        <translation>x-Achse ändern</translation>
    </message>
    <message>
        <source>Change y axis</source>
        <translation>y-Achse ändern</translation>
    </message>
    <message>
        <source>Change second y axis</source>
        <translation>Zweite y-Achse ändern</translation>
    </message>
    <message>
        <source>Change rows</source>
        <translation>Zeilen ändern</translation>
    </message>
    <message>
        <source>Change note</source>
        <translation>Notiz ändern</translation>
    </message>
    <message>
        <source>Change chart settings</source>
        <translation>Diagrammeinstellungen ändern</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>Läufe filtern</translation>
    </message>
    <message>
        <source>Show or hide curves</source>
        <translation>Kurven zeigen oder ausblenden</translation>
    </message>
    <message>
        <source>Other files</source>
        <translation>Andere Dateien</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Demo recordings</source>
        <translation>Demo-Aufzeichnungen</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>Andere Rechner</translation>
    </message>
    <message>
        <source>Unknown computer</source>
        <translation>Unbekannter Rechner</translation>
    </message>
    <message>
        <source>Unknown device</source>
        <translation>Unbekanntes Gerät</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
    <message>
        <source>By source</source>
        <translation>Nach Quelle</translation>
    </message>
    <message>
        <source>Fold the list into this computer, other computers, imports and reference</source>
        <translation>Die Liste in diesen Rechner, andere Rechner, Importe und Referenz gliedern</translation>
    </message>
    <message>
        <source>By computer</source>
        <translation>Nach Rechner</translation>
    </message>
    <message>
        <source>Fold the list by the computer that was measured</source>
        <translation>Die Liste nach dem gemessenen Rechner gliedern</translation>
    </message>
    <message>
        <source>By device</source>
        <translation>Nach Gerät</translation>
    </message>
    <message>
        <source>Fold the list by the storage device that was measured</source>
        <translation>Die Liste nach dem gemessenen Speichergerät gliedern</translation>
    </message>
    <message>
        <source>By model</source>
        <translation>Nach Modell</translation>
    </message>
    <message>
        <source>Fold the list by the network that was trained</source>
        <translation>Die Liste nach dem trainierten Netz gliedern</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Show all studies in one list, the newest first</source>
        <translation>Alle Studien in einer Liste zeigen, die neuesten zuerst</translation>
    </message>
    <message>
        <source>virtual disk</source>
        <translation>virtueller Datenträger</translation>
    </message>
    <message>
        <source>rotating disk</source>
        <translation>Festplatte</translation>
    </message>
    <message>
        <source>solid state</source>
        <translation>SSD</translation>
    </message>
    <message>
        <source>The data set (%1) fits in memory (%2), and these settings let it be read from there: memory would be measured, not the disk. Choose a cold page cache and O_DIRECT to measure the disk.</source>
        <translation>Der Datensatz (%1) passt in den Arbeitsspeicher (%2), und diese Einstellungen lassen zu, dass er von dort gelesen wird: Gemessen würde der Arbeitsspeicher, nicht der Datenträger. Einen kalten Page-Cache und O_DIRECT wählen, um den Datenträger zu messen.</translation>
    </message>
    <message>
        <source>Only %1 images: each is read again and again, so that the device&apos;s own cache may serve them. Take at least %2.</source>
        <translation>Nur %1 Bilder: Jedes wird immer wieder gelesen, sodass der eigene Cache des Geräts sie liefern kann. Mindestens %2 nehmen.</translation>
    </message>
    <message>
        <source>%1 images cannot be read; the first is %2</source>
        <translation>%1 Bilder sind nicht lesbar; das erste ist %2</translation>
    </message>
    <message>
        <source>%1: %2 cells from %3 to %4.</source>
        <translation>%1: %2 Zellen von %3 bis %4.</translation>
    </message>
    <message>
        <source>%1: no points.</source>
        <translation>%1: keine Punkte.</translation>
    </message>
    <message>
        <source>%1: %2 points, lowest %3 at %4, highest %5 at %6.</source>
        <translation>%1: %2 Punkte, niedrigster %3 bei %4, höchster %5 bei %6.</translation>
    </message>
    <message>
        <source>Mean of samples from %1 to %2</source>
        <translation>Mittelwert der Messwerte von %1 bis %2</translation>
    </message>
    <message>
        <source>Stated by the source: %1 to %2</source>
        <translation>Von der Quelle genannt: %1 bis %2</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Notiz: %1</translation>
    </message>
    <message>
        <source>%1: %2 at %3</source>
        <translation>%1: %2 bei %3</translation>
    </message>
    <message>
        <source>Shown as points, not bars: the axis is logarithmic</source>
        <translation>Als Punkte statt Balken gezeigt: Die Achse ist logarithmisch</translation>
    </message>
    <message>
        <source>Empty chart. %1</source>
        <translation>Leeres Diagramm. %1</translation>
    </message>
    <message>
        <source>Chart of %1 and %2 against %3.</source>
        <translation>Diagramm von %1 und %2 über %3.</translation>
    </message>
    <message>
        <source>Chart of %1 against %2.</source>
        <translation>Diagramm von %1 über %2.</translation>
    </message>
    <message>
        <source>And %1 more series.</source>
        <translation>Und %1 weitere Reihen.</translation>
    </message>
    <message>
        <source>Note on %1 at %2: %3.</source>
        <translation>Notiz zu %1 bei %2: %3.</translation>
    </message>
    <message>
        <source>A line at %1.</source>
        <translation>Eine Linie bei %1.</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>Choose the colours of the window</source>
        <translation>Die Farben des Fensters wählen</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>Choose how large everything in the window is</source>
        <translation>Wählen, wie groß alles im Fenster ist</translation>
    </message>
    <message>
        <source>&amp;Begin with</source>
        <translation>&amp;Beginnen mit</translation>
    </message>
    <message>
        <source>Choose what to show when the program starts</source>
        <translation>Wählen, was beim Programmstart gezeigt wird</translation>
    </message>
    <message>
        <source>Where I was</source>
        <translation>Wo ich war</translation>
    </message>
    <message>
        <source>My newest result</source>
        <translation>Meinem neuesten Ergebnis</translation>
    </message>
    <message>
        <source>The welcome page</source>
        <translation>Der Startseite</translation>
    </message>
    <message>
        <source>Make &amp;data sets in</source>
        <translation>&amp;Datensätze erzeugen in</translation>
    </message>
    <message>
        <source>Choose the folder in which to make new data sets; leave it empty to make them beside the library</source>
        <translation>Den Ordner wählen, in dem neue Datensätze erzeugt werden; leer lassen, um sie neben der Bibliothek zu erzeugen</translation>
    </message>
    <message>
        <source>&amp;Notify me when a measurement ends</source>
        <translation>&amp;Melden, wenn eine Messung endet</translation>
    </message>
    <message>
        <source>Show a notification of the desktop when a measurement ends while another window is in front</source>
        <translation>Eine Meldung der Arbeitsumgebung zeigen, wenn eine Messung endet, während ein anderes Fenster vorn ist</translation>
    </message>
    <message>
        <source>List &amp;published studies</source>
        <translation>&amp;Veröffentlichte Studien auflisten</translation>
    </message>
    <message>
        <source>Show published studies in the list; charts that compare with them always can</source>
        <translation>Veröffentlichte Studien in der Liste zeigen; Diagramme, die mit ihnen vergleichen, können es immer</translation>
    </message>
    <message>
        <source>A figure of the tool that made the file, under its own name: %1.</source>
        <translation>Eine Kennzahl des Werkzeugs, das die Datei schrieb, unter ihrem eigenen Namen: %1.</translation>
    </message>
    <message>
        <source>Formula: %1</source>
        <translation>Formel: %1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Higher is better.</source>
        <translation>Höher ist besser.</translation>
    </message>
    <message>
        <source>Lower is better.</source>
        <translation>Niedriger ist besser.</translation>
    </message>
    <message>
        <source>As published.</source>
        <translation>Wie veröffentlicht.</translation>
    </message>
    <message>
        <source>As the imported file has it.</source>
        <translation>Wie in der importierten Datei.</translation>
    </message>
    <message>
        <source>As %1 reported it.</source>
        <translation>Wie von %1 gemeldet.</translation>
    </message>
    <message>
        <source>95 % interval of %1 repeats: %2 to %3.</source>
        <translation>95-%-Intervall von %1 Wiederholungen: %2 bis %3.</translation>
    </message>
    <message>
        <source>Measured once; over its time from %1 to %2.</source>
        <translation>Einmal gemessen; im Zeitverlauf von %1 bis %2.</translation>
    </message>
    <message>
        <source>The same as the baseline.</source>
        <translation>Gleich der Baseline.</translation>
    </message>
    <message>
        <source>%1 against the baseline. Not both were repeated, so the difference cannot be told from noise.</source>
        <translation>%1 gegen die Baseline. Nicht beide wurden wiederholt, der Unterschied ist daher nicht von Rauschen zu trennen.</translation>
    </message>
    <message>
        <source>%1 against the baseline: within noise, the 95 % interval contains 0.</source>
        <translation>%1 gegen die Baseline: im Rauschen, das 95-%-Intervall enthält 0.</translation>
    </message>
    <message>
        <source>%1 against the baseline: beyond noise, the 95 % interval excludes 0.</source>
        <translation>%1 gegen die Baseline: über dem Rauschen, das 95-%-Intervall enthält 0 nicht.</translation>
    </message>
    <message>
        <source>A setting of the tool that made the file.</source>
        <translation>Eine Einstellung des Werkzeugs, das die Datei schrieb.</translation>
    </message>
    <message>
        <source>Computer and data</source>
        <translation>Rechner und Daten</translation>
    </message>
    <message>
        <source>Read when the measurement began, or from the imported file.</source>
        <translation>Zu Beginn der Messung oder aus der importierten Datei gelesen.</translation>
    </message>
    <message>
        <source>within noise</source>
        <translation>im Rauschen</translation>
    </message>
    <message>
        <source>better</source>
        <translation>besser</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>schlechter</translation>
    </message>
    <message>
        <source>storage alone</source>
        <translation>nur Datenspeicher</translation>
    </message>
    <message>
        <source>decode alone</source>
        <translation>nur Dekodieren</translation>
    </message>
    <message>
        <source>%1 %2: these runs have no such quantity; did you mean %3?</source>
        <translation>%1 %2: Diese Läufe haben keine solche Größe; war %3 gemeint?</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>%1 %2: these runs have %3</source>
        <translation>%1 %2: Diese Läufe haben %3</translation>
    </message>
    <message>
        <source>no quantity that fits</source>
        <translation>keine passende Größe</translation>
    </message>
    <message>
        <source>--view %1 has several charts: --%2 would change all of them</source>
        <translation>--view %1 hat mehrere Diagramme: --%2 würde sie alle ändern</translation>
    </message>
    <message>
        <source>%1: choose one kind of chart</source>
        <translation>%1: genau eine Diagrammart wählen</translation>
    </message>
    <message>
        <source>--as %1: choose value, first, baseline or efficiency</source>
        <translation>--as %1: value, first, baseline oder efficiency wählen</translation>
    </message>
    <message>
        <source>--as baseline: none of these studies is the baseline; set one with &apos;throughline-engine library set STUDY --baseline&apos;</source>
        <translation>--as baseline: Keine dieser Studien ist die Baseline; eine mit „throughline-engine library set STUDY --baseline“ festlegen</translation>
    </message>
    <message>
        <source>--goal: give a number above 0, in the unit of y</source>
        <translation>--goal: eine Zahl über 0 in der Einheit von y angeben</translation>
    </message>
    <message>
        <source>--view %1: neither a file nor one of %2</source>
        <translation>--view %1: weder eine Datei noch eines von %2</translation>
    </message>
    <message>
        <source>names have no logarithmic scale</source>
        <translation>Namen haben keine logarithmische Skala</translation>
    </message>
    <message>
        <source>--%1 cannot be combined with %2: %3. Leave one of them out.</source>
        <translation>--%1 lässt sich nicht mit %2 verbinden: %3. Eines von beiden weglassen.</translation>
    </message>
    <message>
        <source>One of the studies&apos; charts (%1), or the title or file of a saved view, with its curves and zoom. Other options change it; a view with several charts is drawn as saved.</source>
        <translation>Eines der Diagramme der Studien (%1) oder Titel oder Datei einer gespeicherten Ansicht, mit ihren Kurven und ihrem Ausschnitt. Andere Optionen ändern sie; eine Ansicht mit mehreren Diagrammen wird wie gespeichert gezeichnet.</translation>
    </message>
    <message>
        <source>--size %1: choose %2, or WIDTHxHEIGHT with sides up to %3</source>
        <translation>--size %1: %2 wählen oder BREITExHÖHE mit Seiten bis %3</translation>
    </message>
    <message>
        <source>--size %1: at least %2x%3; smaller charts are illegible</source>
        <translation>--size %1: mindestens %2x%3; kleinere Diagramme sind unleserlich</translation>
    </message>
    <message>
        <source>--scale: give a number from 1 to 3</source>
        <translation>--scale: eine Zahl von 1 bis 3 angeben</translation>
    </message>
    <message>
        <source>nothing to plot: no run has the requested quantities. %1 Choose others with --x and --y.</source>
        <translation>nichts zu zeichnen: Kein Lauf hat die gewünschten Größen. %1 Andere mit --x und --y wählen.</translation>
    </message>
    <message>
        <source>File to write: .png, .svg, .pdf or .csv.</source>
        <translation>Zu schreibende Datei: .png, .svg, .pdf oder .csv.</translation>
    </message>
    <message>
        <source>-o FILE is required; only options are allowed</source>
        <translation>-o DATEI ist erforderlich; nur Optionen sind erlaubt</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: a chart is written as .png, .svg, .pdf or .csv</source>
        <translation>„%1“: Ein Diagramm wird als .png, .svg, .pdf oder .csv geschrieben</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: raw data is written as .csv</source>
        <translation>„%1“: Rohdaten werden als .csv geschrieben</translation>
    </message>
    <message>
        <source>--runs %1: give a study or STUDY/RUN</source>
        <translation>--runs %1: eine Studie oder STUDIE/LAUF angeben</translation>
    </message>
    <message>
        <source>--runs is empty; &apos;throughline-engine library list&apos; lists the studies</source>
        <translation>--runs ist leer; „throughline-engine library list“ zeigt die Studien</translation>
    </message>
    <message>
        <source>--view %1: this library has none of its studies; name studies with --runs</source>
        <translation>--view %1: Diese Bibliothek hat keine seiner Studien; Studien mit --runs nennen</translation>
    </message>
    <message>
        <source>--runs %1/%2: &quot;%3&quot; has no such run; it has %4 in all</source>
        <translation>--runs %1/%2: „%3“ hat keinen solchen Lauf; es sind insgesamt %4</translation>
    </message>
    <message>
        <source>--template %1: choose one of %2</source>
        <translation>--template %1: eines von %2 wählen</translation>
    </message>
    <message>
        <source>give --template or --definition, one of the two</source>
        <translation>--template oder --definition angeben, eines von beiden</translation>
    </message>
    <message>
        <source>--runs is missing; &apos;throughline-engine library list&apos; lists the studies</source>
        <translation>--runs fehlt; „throughline-engine library list“ zeigt die Studien</translation>
    </message>
    <message>
        <source>The library (your own).</source>
        <translation>Die Bibliothek (Ihre eigene).</translation>
    </message>
    <message>
        <source>The studies, by number or by the first digits of their uuid, separated by commas; others are compared with the first.</source>
        <translation>Die Studien, nach Nummer oder den ersten Stellen ihrer UUID, durch Kommas getrennt; die weiteren werden mit der ersten verglichen.</translation>
    </message>
    <message>
        <source>The question to answer: %1.</source>
        <translation>Die zu beantwortende Frage: %1.</translation>
    </message>
    <message>
        <source>A file that says what the report is made of.</source>
        <translation>Eine Datei, die sagt, woraus der Bericht besteht.</translation>
    </message>
    <message>
        <source>Title (the template&apos;s).</source>
        <translation>Titel (der der Vorlage).</translation>
    </message>
    <message>
        <source>The question below the title (the template&apos;s).</source>
        <translation>Die Frage unter dem Titel (die der Vorlage).</translation>
    </message>
    <message>
        <source>When it was made, as it will say (now, UTC).</source>
        <translation>Der angegebene Zeitpunkt der Erstellung (jetzt, UTC).</translation>
    </message>
    <message>
        <source>Leave hosts, users, paths and names of devices out, in the attached records too.</source>
        <translation>Rechner, Benutzer, Pfade und Gerätenamen weglassen, auch in den beigelegten Aufzeichnungen.</translation>
    </message>
    <message>
        <source>Print the names that the report would tell, and what --private puts instead; write nothing.</source>
        <translation>Die Namen ausgeben, die der Bericht verraten würde, und was --private an ihre Stelle setzt; nichts schreiben.</translation>
    </message>
    <message>
        <source>Pages for a room: 16:9, one message a page, without the proof (.pdf).</source>
        <translation>Seiten für einen Raum: 16:9, eine Aussage je Seite, ohne den Nachweis (.pdf).</translation>
    </message>
    <message>
        <source>File to write: .pdf, .html, .odt or .md; .json for the definition alone, to be changed and given to --definition.</source>
        <translation>Zu schreibende Datei: .pdf, .html, .odt oder .md; .json für die Definition allein, um sie zu ändern und an --definition zu geben.</translation>
    </message>
    <message>
        <source>Width and height in pixels, %1 to %2 (256).</source>
        <translation>Breite und Höhe in Pixeln, %1 bis %2 (256).</translation>
    </message>
    <message>
        <source>The .tlrun file.</source>
        <translation>Die .tlrun-Datei.</translation>
    </message>
    <message>
        <source>The PNG file to write.</source>
        <translation>Die zu schreibende PNG-Datei.</translation>
    </message>
    <message>
        <source>a record and a picture are required</source>
        <translation>eine Aufzeichnung und ein Bild sind erforderlich</translation>
    </message>
    <message>
        <source>--size: a whole number from %1 to %2</source>
        <translation>--size: eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be written: %2</source>
        <translation>„%1“ kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>A report (.pdf, .html or .odt).</source>
        <translation>Ein Bericht (.pdf, .html oder .odt).</translation>
    </message>
    <message>
        <source>Print JSON.</source>
        <translation>JSON ausgeben.</translation>
    </message>
    <message>
        <source>name one report</source>
        <translation>einen Bericht angeben</translation>
    </message>
    <message>
        <source>run of %1</source>
        <translation>Lauf vom %1</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>imported, asks a question</source>
        <translation>importiert, stellt eine Frage</translation>
    </message>
    <message>
        <source>imported with warnings</source>
        <translation>mit Warnungen importiert</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>in the bin</source>
        <translation>im Papierkorb</translation>
    </message>
    <message>
        <source>already imported</source>
        <translation>bereits importiert</translation>
    </message>
    <message>
        <source>contains no results</source>
        <translation>enthält keine Ergebnisse</translation>
    </message>
    <message>
        <source>asks a question</source>
        <translation>stellt eine Frage</translation>
    </message>
    <message>
        <source>skipped: no results</source>
        <translation>übersprungen: keine Ergebnisse</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>This file was imported before and is in the bin; restore it there.</source>
        <translation>Diese Datei wurde früher importiert und liegt im Papierkorb; dort wiederherstellen.</translation>
    </message>
    <message>
        <source>This file was imported before; nothing changed.</source>
        <translation>Diese Datei wurde früher importiert; nichts hat sich geändert.</translation>
    </message>
    <message>
        <source>Quick</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Thread sweep</source>
        <translation>Thread-Variation</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Eigene</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Storage alone, decode alone and both together on all %1 cores: finds the bottleneck.</source>
        <translation>Datenspeicher, Dekodieren und beides zusammen auf allen %1 Kernen: findet den Engpass.</translation>
    </message>
    <message>
        <source>The same on 1 to %1 decode threads, three times each: gives confidence intervals.</source>
        <translation>Dasselbe mit 1 bis %1 Dekodier-Threads, je dreimal: ergibt Konfidenzintervalle.</translation>
    </message>
    <message>
        <source>1 to %1 decode threads: shows where more of them stop helping.</source>
        <translation>1 bis %1 Dekodier-Threads: zeigt, ab wann mehr nichts mehr nützen.</translation>
    </message>
    <message>
        <source>Change every setting below, and sweep up to three of them.</source>
        <translation>Jede Einstellung unten ändern und bis zu drei davon variieren.</translation>
    </message>
    <message>
        <source>Change the decode threads while it runs and watch. Nothing is recorded.</source>
        <translation>Die Dekodier-Threads während des Laufs ändern und zusehen. Nichts wird aufgezeichnet.</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Was sich unterscheidet</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Computers</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>- Formula: %1</source>
        <translation>- Formel: %1</translation>
    </message>
    <message>
        <source>- Source: %1</source>
        <translation>- Quelle: %1</translation>
    </message>
    <message>
        <source>- Unit: %1</source>
        <translation>- Einheit: %1</translation>
    </message>
    <message>
        <source>- Higher is better.</source>
        <translation>- Höher ist besser.</translation>
    </message>
    <message>
        <source>- Lower is better.</source>
        <translation>- Niedriger ist besser.</translation>
    </message>
    <message>
        <source>- Name in files and commands: `%1`</source>
        <translation>- Name in Dateien und Befehlen: `%1`</translation>
    </message>
    <message>
        <source>Quantities</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Every quantity that charts, tables and exports can show, with its definition. A quantity that could not be measured is absent, with the reason in the notes of its run; it is never shown as 0.</source>
        <translation>Jede Größe, die Diagramme, Tabellen und Exporte zeigen können, mit ihrer Definition. Eine Größe, die nicht gemessen werden konnte, fehlt, mit dem Grund in den Hinweisen ihres Laufs; sie steht nie als 0 da.</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Settings of a run and properties of its computer</source>
        <translation>Einstellungen eines Laufs und Eigenschaften seines Rechners</translation>
    </message>
    <message>
        <source>Images per second</source>
        <translation>Bilder pro Sekunde</translation>
    </message>
    <message>
        <source>No rate of this study can be drawn: its figures are on page Figures.</source>
        <translation>Keine Rate dieser Studie lässt sich zeichnen: Ihre Werte stehen auf der Seite „Kennzahlen“.</translation>
    </message>
    <message>
        <source>Limited by %1.</source>
        <translation>Begrenzt durch: %1.</translation>
    </message>
    <message>
        <source>GPUs wait %1 %.</source>
        <translation>Die GPUs warten %1&#xa0;%.</translation>
    </message>
    <message>
        <source>As fast as now.</source>
        <translation>So schnell wie jetzt.</translation>
    </message>
    <message>
        <source>%1 against now.</source>
        <translation>%1 gegen jetzt.</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>The studies of this view are not in the library.</source>
        <translation>Die Studien dieser Ansicht sind nicht in der Bibliothek.</translation>
    </message>
    <message>
        <source>%1: no answer</source>
        <translation>%1: keine Antwort</translation>
    </message>
    <message>
        <source>%1: nothing limits the rate</source>
        <translation>%1: Nichts begrenzt die Rate</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Studie</translation>
    </message>
    <message>
        <source>Show the page of this study; with Shift, plot it</source>
        <translation>Die Seite dieser Studie zeigen; mit Umschalt ins Diagramm nehmen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Show this chart again with its studies</source>
        <translation>Dieses Diagramm mit seinen Studien wieder zeigen</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Show this quantity on y; with Shift, on x</source>
        <translation>Diese Größe auf y zeigen; mit Umschalt auf x</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Show what this scenario would deliver</source>
        <translation>Zeigen, was dieses Szenario liefern würde</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Open this page of the help</source>
        <translation>Diese Seite der Hilfe öffnen</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>Baseline: %1</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>%1: difference (of % in pp)</source>
        <translation>%1: Unterschied (bei % in Prozentpunkten)</translation>
    </message>
    <message>
        <source>%1: difference, 95 % interval, low</source>
        <translation>%1: Unterschied, 95-%-Intervall, unten</translation>
    </message>
    <message>
        <source>%1: difference, 95 % interval, high</source>
        <translation>%1: Unterschied, 95-%-Intervall, oben</translation>
    </message>
    <message>
        <source>%1: difference, % of the baseline</source>
        <translation>%1: Unterschied, % der Baseline</translation>
    </message>
    <message>
        <source>Source: %1, %2</source>
        <translation>Quelle: %1, %2</translation>
    </message>
    <message>
        <source>Your own entry, in %1</source>
        <translation>Eigener Eintrag, in %1</translation>
    </message>
    <message>
        <source>%1 above %2</source>
        <translation>%1 über %2</translation>
    </message>
    <message>
        <source>Price: %1</source>
        <translation>Preis: %1</translation>
    </message>
    <message>
        <source>Price: %1 (%2)</source>
        <translation>Preis: %1 (%2)</translation>
    </message>
    <message>
        <source>Price: – (%1)</source>
        <translation>Preis: – (%1)</translation>
    </message>
    <message>
        <source>%1 per hour, %2, %3</source>
        <translation>%1 je Stunde, %2, %3</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>Erlaubt: %1</translation>
    </message>
    <message>
        <source>In scenario files: %1</source>
        <translation>In Szenariodateien: %1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>whole file</source>
        <translation>ganze Datei</translation>
    </message>
    <message>
        <source>%1 images/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>has a unit; this is a plain number</source>
        <translation>hat eine Einheit; dies ist eine reine Zahl</translation>
    </message>
    <message>
        <source>is in another kind of unit; this is in %1</source>
        <translation>hat eine Einheit anderer Art; dies ist in %1</translation>
    </message>
    <message>
        <source>is not clear: write 1234.5 or 1,234.5</source>
        <translation>ist nicht eindeutig: 1234,5 oder 1234.5 schreiben</translation>
    </message>
    <message>
        <source>never ends</source>
        <translation>endet nie</translation>
    </message>
    <message>
        <source>under 1 cent</source>
        <translation>unter 1 Cent</translation>
    </message>
    <message>
        <source>Predicted images/s</source>
        <translation>Vorhergesagte Bilder/s</translation>
    </message>
    <message>
        <source>grade %1, limited by %2</source>
        <translation>Güte %1, begrenzt durch: %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>measured: %1</source>
        <translation>gemessen: %1</translation>
    </message>
    <message>
        <source>ceiling: %1</source>
        <translation>Obergrenze: %1</translation>
    </message>
    <message>
        <source>%1: whole pipeline</source>
        <translation>%1: ganze Pipeline</translation>
    </message>
    <message>
        <source>Cost per hour</source>
        <translation>Kosten je Stunde</translation>
    </message>
    <message>
        <source>Cost per million images</source>
        <translation>Kosten je Million Bilder</translation>
    </message>
    <message>
        <source>Set a price under “Job and prices”, or choose a machine from the catalogue, to see cost against images/s.</source>
        <translation>Unter „Aufgabe und Preise“ einen Preis setzen oder eine Maschine aus dem Katalog wählen, um Kosten gegen Bilder/s zu sehen.</translation>
    </message>
    <message>
        <source>offers of the last search</source>
        <translation>Angebote der letzten Suche</translation>
    </message>
    <message>
        <source>efficient frontier: nothing is both faster and cheaper</source>
        <translation>Effizienzgrenze: Nichts ist zugleich schneller und günstiger</translation>
    </message>
    <message>
        <source>Measured images/s</source>
        <translation>Gemessene Bilder/s</translation>
    </message>
    <message>
        <source>Use studies as the base. Each run not used for calibration is then predicted and shown here against its measured rate.</source>
        <translation>Studien als Basis verwenden. Jeder Lauf, der nicht zur Kalibrierung dient, wird dann vorhergesagt und hier gegen seine gemessene Rate gezeigt.</translation>
    </message>
    <message>
        <source>runs not used for calibration</source>
        <translation>Läufe, die nicht zur Kalibrierung dienten</translation>
    </message>
    <message>
        <source>%1, run %2: %3, error %4 %</source>
        <translation>%1, Lauf %2: %3, Fehler %4&#xa0;%</translation>
    </message>
    <message>
        <source>predicted = measured</source>
        <translation>vorhergesagt = gemessen</translation>
    </message>
    <message>
        <source>&amp;Language, from the next start</source>
        <translation>S&amp;prache, ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Choose the language of the window and its help; it changes at the next start</source>
        <translation>Die Sprache des Fensters und seiner Hilfe wählen; sie wechselt beim nächsten Start</translation>
    </message>
    <message>
        <source>$%1</source>
        <translation>%1&#xa0;$</translation>
    </message>
    <message>
        <source>images/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>--language %1: choose one of %2</source>
        <translation>--language %1: eines von %2 wählen</translation>
    </message>
    <message>
        <source>What the report is written in: %1 (the definition&apos;s, else en).</source>
        <translation>Sprache des Berichts: %1 (die der Definition, sonst en).</translation>
    </message>
    <message>
        <source>%1 (%2 notes in all)</source>
        <translation>%1 (%2 Hinweise insgesamt)</translation>
    </message>
    <message>
        <source>the GPU</source>
        <translation>der GPU</translation>
    </message>
    <message>
        <source>decoded by %1, best of %2:</source>
        <translation>dekodiert von %1, bester von %2:</translation>
    </message>
    <message>
        <source>decoded by %1:</source>
        <translation>dekodiert von %1:</translation>
    </message>
    <message>
        <source>None of these runs was decoded on a GPU: measure with decode.device=gpu and consumer.kind=gpu.</source>
        <translation>Keiner dieser Läufe wurde auf einer GPU dekodiert: mit decode.device=gpu und consumer.kind=gpu messen.</translation>
    </message>
    <message>
        <source>None of these runs was decoded on the CPU: measure with decode.device=cpu, and sweep decode.threads.</source>
        <translation>Keiner dieser Läufe wurde auf der CPU dekodiert: mit decode.device=cpu messen und decode.threads variieren.</translation>
    </message>
    <message>
        <source>Network rates</source>
        <translation>Netzraten</translation>
    </message>
    <message>
        <source>Storage baseline</source>
        <translation>Datenträger allein</translation>
    </message>
    <message>
        <source>Each network in inference and training on the GPU, with one batch from its own memory.</source>
        <translation>Jedes Netz in Inferenz und Training auf der GPU, mit einem Batch aus ihrem eigenen Speicher.</translation>
    </message>
    <message>
        <source>The disk alone, request by request: sizes, depths and jobs, as fio measures them.</source>
        <translation>Nur der Datenträger, Anfrage für Anfrage: Größen, Tiefen und Jobs, wie fio sie misst.</translation>
    </message>
    <message>
        <source>--view %1: no run in this library was decoded on a GPU; measure with decode.device=gpu and consumer.kind=gpu, or name studies with --runs</source>
        <translation>--view %1: Kein Lauf dieser Bibliothek wurde auf einer GPU dekodiert; mit decode.device=gpu und consumer.kind=gpu messen oder Studien mit --runs nennen</translation>
    </message>
    <message>
        <source>--view %1 has no studies of its own: name yours with --runs</source>
        <translation>--view %1 hat keine eigenen Studien: mit --runs die eigenen nennen</translation>
    </message>
    <message>
        <source>%1: ≈&#xa0;%2&#xa0;images/s</source>
        <translation>%1: ≈&#xa0;%2&#xa0;Bilder/s</translation>
    </message>
    <message>
        <source>Formula of what Throughline measured: %1</source>
        <translation>Formel für das, was Throughline gemessen hat: %1</translation>
    </message>
    <message>
        <source>Source of what Throughline measured: %1</source>
        <translation>Quelle dessen, was Throughline gemessen hat: %1</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>One more kind of warning is in the records.</source>
        <translation>Eine weitere Art von Warnung steht in den Aufzeichnungen.</translation>
    </message>
    <message>
        <source>Published beside own</source>
        <translation>Veröffentlicht und selbst gemessen</translation>
    </message>
    <message>
        <source>%1: read from an emulated store.</source>
        <translation>%1: aus einem emulierten Objektspeicher gelesen.</translation>
    </message>
    <message>
        <source>A study again</source>
        <translation>Studie nachmessen</translation>
    </message>
    <message>
        <source>What a published study showed, measured here: on emulated parts where this computer has none, with data of its own.</source>
        <translation>Was eine veröffentlichte Studie gezeigt hat, hier gemessen: auf emulierten Teilen, wo dieser Computer keine hat, mit eigenen Daten.</translation>
    </message>
    <message>
        <source>Findings of the study</source>
        <translation>Befunde der Studie</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>Your own runs alone</source>
        <translation>Nur eigene Läufe</translation>
    </message>
    <message>
        <source>Cannot be drawn yet</source>
        <translation>Noch nicht zu zeichnen</translation>
    </message>
    <message>
        <source>none of the plotted runs</source>
        <translation>keiner der gezeichneten Läufe</translation>
    </message>
    <message>
        <source>%1 of the plotted runs</source>
        <translation>%1 der gezeichneten Läufe</translation>
    </message>
    <message>
        <source>Yours: %1</source>
        <translation>Eigene: %1</translation>
    </message>
    <message>
        <source>Published: no values; yours: %1</source>
        <translation>Veröffentlicht: keine Werte; eigene: %1</translation>
    </message>
    <message>
        <source>Published: in part; yours: %1</source>
        <translation>Veröffentlicht: zum Teil; eigene: %1</translation>
    </message>
    <message>
        <source>Published: all; yours: %1</source>
        <translation>Veröffentlicht: alle; eigene: %1</translation>
    </message>
    <message numerus="yes">
        <source>Measured here in about %n minute(s), with %1 of data that are made once.</source>
        <translation>
            <numerusform>Wird hier in etwa %n Minute gemessen, mit %1 an Daten, die einmal erzeugt werden.</numerusform>
            <numerusform>Wird hier in etwa %n Minuten gemessen, mit %1 an Daten, die einmal erzeugt werden.</numerusform>
        </translation>
    </message>
    <message>
        <source>Setting to try: %1.</source>
        <translation>Einstellung zum Ausprobieren: %1.</translation>
    </message>
    <message>
        <source>The run in the chart</source>
        <translation>Der Lauf im Diagramm</translation>
    </message>
    <message>
        <source>%1 of %2 runs in the chart</source>
        <translation>%1 von %2 Läufen im Diagramm</translation>
    </message>
    <message>
        <source>1 accelerator</source>
        <translation>1 Beschleuniger</translation>
    </message>
    <message>
        <source>%1 accelerators</source>
        <translation>%1 Beschleuniger</translation>
    </message>
    <message>
        <source>Source: %1.</source>
        <translation>Quelle: %1.</translation>
    </message>
    <message>
        <source>Source: %1 (%2).</source>
        <translation>Quelle: %1 (%2).</translation>
    </message>
    <message>
        <source>What if: %1.</source>
        <translation>Was wäre wenn: %1.</translation>
    </message>
    <message>
        <source>90 % interval: %1 images/s.</source>
        <translation>90-%-Intervall: %1 Bilder/s.</translation>
    </message>
    <message>
        <source>Other programs used the processors while the base was measured: its figures are too low by an unknown amount.</source>
        <translation>Während die Basis gemessen wurde, nutzten andere Programme die Prozessoren: Ihre Werte sind um einen unbekannten Betrag zu niedrig.</translation>
    </message>
    <message>
        <source>Predicted by the model, not measured. Grade %1: %2.</source>
        <translation>Vom Modell vorhergesagt, nicht gemessen. Güte %1: %2.</translation>
    </message>
    <message>
        <source>It lies above the maximum, because times are counted in bins, and this is where a bin ends.</source>
        <translation>Sie liegt über dem Maximum, weil Zeiten in Klassen gezählt werden und hier eine Klasse endet.</translation>
    </message>
    <message>
        <source>at most, by listed limits</source>
        <translation>höchstens, nach angegebenen Grenzen</translation>
    </message>
    <message>
        <source>%1: the most that listed limits allow, not measured.</source>
        <translation>%1: das Höchste, was angegebene Grenzen erlauben, nicht gemessen.</translation>
    </message>
    <message>
        <source>Copy or stream?</source>
        <translation>Kopieren oder streamen?</translation>
    </message>
    <message>
        <source>Observe a job</source>
        <translation>Job beobachten</translation>
    </message>
    <message>
        <source>Your data copied first, streamed from a store, and through a cache, in turn: time to the first batch and of each epoch.</source>
        <translation>Die eigenen Daten zuerst kopiert, aus einem Objektspeicher gestreamt und durch einen Cache, im Wechsel: Zeit bis zum ersten Batch und Dauer jeder Epoche.</translation>
    </message>
    <message>
        <source>What holds back a training that already runs, without a restart.</source>
        <translation>Was ein Training aufhält, das schon läuft, ohne Neustart.</translation>
    </message>
    <message>
        <source>All %1 scenarios, predicted</source>
        <translation>Alle %1 Szenarien, vorhergesagt</translation>
    </message>
    <message>
        <source>Highest: %1, ≈&#xa0;%2&#xa0;images/s. Lowest: %3, ≈&#xa0;%4&#xa0;images/s.</source>
        <translation>Am höchsten: %1, ≈&#xa0;%2&#xa0;Bilder/s. Am niedrigsten: %3, ≈&#xa0;%4&#xa0;Bilder/s.</translation>
    </message>
    <message>
        <source>Predicted by the model, not measured.</source>
        <translation>Vom Modell vorhergesagt, nicht gemessen.</translation>
    </message>
    <message>
        <source>“%1” is the base of “%2”.</source>
        <translation>„%1“ ist die Grundlage von „%2“.</translation>
    </message>
    <message>
        <source>“%1” is calibrated on “%2”.</source>
        <translation>„%1“ ist an „%2“ kalibriert.</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>Lines break where runs lie between that are not shown.</source>
        <translation>Linien sind unterbrochen, wo Läufe dazwischen liegen, die nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>As fast as now: %1.</source>
        <translation>So schnell wie jetzt: %1.</translation>
    </message>
    <message>
        <source>%1 against now: %2.</source>
        <translation>%1 gegen jetzt: %2.</translation>
    </message>
    <message>
        <source>“%1” is “%2”.</source>
        <translation>„%1“ ist „%2“.</translation>
    </message>
    <message>
        <source>Measure the full pipe&amp;line…</source>
        <translation>Ganze Pipe&amp;line messen…</translation>
    </message>
    <message>
        <source>Measure each stage a&amp;lone…</source>
        <translation>Jede Stufe al&amp;lein messen…</translation>
    </message>
    <message>
        <source>Measure storage a&amp;lone…</source>
        <translation>Datenspeicher al&amp;lein messen…</translation>
    </message>
    <message>
        <source>Measure decoding a&amp;lone…</source>
        <translation>Dekodieren al&amp;lein messen…</translation>
    </message>
    <message>
        <source>Measure the consumer a&amp;lone…</source>
        <translation>Abnehmer al&amp;lein messen…</translation>
    </message>
    <message>
        <source>Load the settings of this study into the form, with the full pipeline and each stage alone, which tells for sure what limits (Alt+L)</source>
        <translation>Die Einstellungen dieser Studie ins Formular laden, mit der ganzen Pipeline und jeder Stufe allein; das zeigt sicher, was begrenzt (Alt+L)</translation>
    </message>
    <message>
        <source>All of them: ≈&#xa0;%1&#xa0;images/s.</source>
        <translation>Alle: ≈&#xa0;%1&#xa0;Bilder/s.</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
    <message>
        <source>%1 × %2 of %3 GiB</source>
        <translation>%1 × %2 mit %3 GiB</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <translation>%1 je Stunde</translation>
    </message>
    <message>
        <source>Copy first</source>
        <translation>Zuerst kopieren</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Streamen</translation>
    </message>
    <message>
        <source>Through a cache</source>
        <translation>Durch einen Cache</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Time until they are done</source>
        <translation>Zeit bis zu ihrem Ende</translation>
    </message>
    <message>
        <source>Measure “Copy or stream?” on the Measure page, then choose that study as the base.</source>
        <translation>Auf der Seite „Messen“ zuerst „Kopieren oder streamen?“ messen, dann diese Studie als Basis wählen.</translation>
    </message>
    <message>
        <source> (holds the others back)</source>
        <translation> (hält die anderen auf)</translation>
    </message>
    <message>
        <source>It holds the other nodes back.</source>
        <translation>Er hält die anderen Knoten auf.</translation>
    </message>
    <message>
        <source>Storage alone, decode alone and both together on all cores: finds the bottleneck.</source>
        <translation>Datenspeicher, Dekodieren und beides zusammen auf allen Kernen: findet den Engpass.</translation>
    </message>
    <message>
        <source>The same on more and more decode threads, three times each: gives confidence intervals.</source>
        <translation>Dasselbe mit immer mehr Dekodier-Threads, je dreimal: ergibt Konfidenzintervalle.</translation>
    </message>
    <message>
        <source>More and more decode threads: shows where more of them stop helping.</source>
        <translation>Immer mehr Dekodier-Threads: zeigt, ab wann mehr nichts mehr nützen.</translation>
    </message>
    <message>
        <source>all alike</source>
        <translation>alle gleich</translation>
    </message>
    <message>
        <source>one takes twice as long</source>
        <translation>einer braucht doppelt so lange</translation>
    </message>
    <message>
        <source>one takes %1 % longer</source>
        <translation>einer braucht %1 % länger</translation>
    </message>
    <message>
        <source>one takes %1 times as long</source>
        <translation>einer braucht %1-mal so lange</translation>
    </message>
    <message>
        <source>%1 % of the ideal</source>
        <translation>%1 % des Idealen</translation>
    </message>
    <message>
        <source>All of this is modelled: none of it was measured</source>
        <translation>All das ist modelliert: nichts davon wurde gemessen</translation>
    </message>
    <message>
        <source>Of the ideal</source>
        <translation>Vom Idealen</translation>
    </message>
    <message>
        <source>ideal: as many single nodes</source>
        <translation>ideal: so viele einzelne Knoten</translation>
    </message>
    <message>
        <source>%1: share of the ideal (right axis)</source>
        <translation>%1: Anteil am Idealen (rechte Achse)</translation>
    </message>
    <message>
        <source>%1; what takes most of the time besides computing: %2</source>
        <translation>%1; am meisten Zeit kostet neben dem Rechnen: %2</translation>
    </message>
    <message>
        <source>%1 (variant not stated)</source>
        <translation>%1 (Variante nicht genannt)</translation>
    </message>
    <message>
        <source>is not allowed for “%1”: it must be %2</source>
        <translation>ist für „%1“ nicht erlaubt; erlaubt: %2</translation>
    </message>
    <message>
        <source>is out of range for “%1”: it must be from %2 to %3</source>
        <translation>liegt für „%1“ außerhalb des Bereichs von %2 bis %3</translation>
    </message>
    <message>
        <source>is not a number; “%1” must be %2</source>
        <translation>ist keine Zahl; für „%1“ erlaubt: %2</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>“%1: %2”</source>
        <translation>„%1: %2“</translation>
    </message>
    <message>
        <source>Unknown folder</source>
        <translation>Unbekannter Ordner</translation>
    </message>
    <message>
        <source>Not available: %1.</source>
        <translation>Nicht verfügbar: %1.</translation>
    </message>
    <message>
        <source>%1, from %2 or less to %3 or more</source>
        <translation>%1, von %2 oder weniger bis %3 oder mehr</translation>
    </message>
    <message>
        <source>%1, waits %2 of the time</source>
        <translation>%1, wartet %2 der Zeit</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>In all: %1</source>
        <translation>Insgesamt: %1</translation>
    </message>
    <message>
        <source>Nothing was recorded of single nodes over time.</source>
        <translation>Von einzelnen Knoten wurde im Zeitverlauf nichts aufgezeichnet.</translation>
    </message>
    <message>
        <source>Top row: %1 holds the others back</source>
        <translation>Oberste Zeile: %1 hält die anderen auf</translation>
    </message>
    <message>
        <source>accelerator alone</source>
        <translation>nur Beschleuniger</translation>
    </message>
    <message>
        <source>Storage alone</source>
        <translation>Nur Datenspeicher</translation>
    </message>
    <message>
        <source>Decoding alone</source>
        <translation>Nur Dekodieren</translation>
    </message>
    <message>
        <source>Accelerator alone</source>
        <translation>Nur Beschleuniger</translation>
    </message>
    <message>
        <source>Share of the slowest stage</source>
        <translation>Anteil an der langsamsten Stufe</translation>
    </message>
    <message>
        <source>How much of what its slowest stage delivers alone the whole pipeline delivers: near 100 %, this stage limits it.</source>
        <translation>Wie viel von dem, was ihre langsamste Stufe allein liefert, die ganze Pipeline liefert: Nahe 100 % begrenzt diese Stufe sie.</translation>
    </message>
    <message>
        <source>How many times as fast as the slowest stage the next slowest one is: so much faster can the pipeline get at most by making the slowest stage faster.</source>
        <translation>Wievielmal so schnell wie die langsamste Stufe die nächstlangsamste ist: Um so viel schneller kann die Pipeline höchstens werden, wenn die langsamste Stufe schneller wird.</translation>
    </message>
    <message>
        <source>%1 % interval: %2 to %3</source>
        <translation>%1-%-Intervall: %2 bis %3</translation>
    </message>
    <message>
        <source>whole pipeline</source>
        <translation>ganze Pipeline</translation>
    </message>
    <message>
        <source>%1, from %2 to %3</source>
        <translation>%1, von %2 bis %3</translation>
    </message>
    <message>
        <source>%1, from %2 to %3 or more</source>
        <translation>%1, von %2 bis %3 oder mehr</translation>
    </message>
    <message>
        <source>%1, from %2 or less to %3</source>
        <translation>%1, von %2 oder weniger bis %3</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>gestreamt</translation>
    </message>
    <message>
        <source>copied into memory first</source>
        <translation>zuerst in den Speicher kopiert</translation>
    </message>
    <message>
        <source>copied first</source>
        <translation>zuerst kopiert</translation>
    </message>
    <message>
        <source>through a cache in memory</source>
        <translation>durch einen Cache im Speicher</translation>
    </message>
    <message>
        <source>through a cache</source>
        <translation>durch einen Cache</translation>
    </message>
    <message>
        <source>Time, s</source>
        <translation>Zeit, s</translation>
    </message>
    <message>
        <source>Save scenarios as…</source>
        <translation>Szenarien speichern unter&#xa0;…</translation>
    </message>
    <message>
        <source>Save the scenarios in another file</source>
        <translation>Die Szenarien in einer anderen Datei speichern</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>Messung</translation>
    </message>
    <message>
        <source>Choose this measurement on the Measure tab</source>
        <translation>Diese Messung unter „Messen“ wählen</translation>
    </message>
    <message>
        <source>About equal to the highest: %1.</source>
        <translation>Etwa gleich dem höchsten: %1.</translation>
    </message>
    <message>
        <source>was faster than one of its stages alone, which cannot be</source>
        <translation>war schneller als eine seiner Stufen allein, was nicht sein kann</translation>
    </message>
    <message>
        <source>%1: faster than one of its stages alone, which cannot be; measure again.</source>
        <translation>%1: schneller als eine der Stufen allein, was nicht sein kann; messen Sie erneut.</translation>
    </message>
    <message>
        <source>running job</source>
        <translation>laufender Job</translation>
    </message>
    <message>
        <source>The median of %1.</source>
        <translation>Der Median von %1.</translation>
    </message>
    <message>
        <source>The least of %1: that of %2.</source>
        <translation>Der kleinste Wert von %1: der von %2.</translation>
    </message>
    <message>
        <source>The most of %1: that of %2.</source>
        <translation>Der größte Wert von %1: der von %2.</translation>
    </message>
    <message>
        <source>“%1” has up to %2 curves a run: of all of them the least, the median and the most are drawn. None stands out.</source>
        <translation>„%1“ hat bis zu %2 Kurven je Lauf: Von allen sind der kleinste Wert, der Median und der größte gezeichnet. Keine fällt aus der Reihe.</translation>
    </message>
    <message>
        <source>“%1” has up to %2 curves a run: of all of them the least, the median and the most are drawn, and by name what stands out: %3.</source>
        <translation>„%1“ hat bis zu %2 Kurven je Lauf: Von allen sind der kleinste Wert, der Median und der größte gezeichnet, und mit Namen, was aus der Reihe fällt: %3.</translation>
    </message>
    <message>
        <source>Least, median and most of %1.</source>
        <translation>Kleinster Wert, Median und größter von %1.</translation>
    </message>
    <message>
        <source>Least, median and most of %1; what stands out most: %2.</source>
        <translation>Kleinster Wert, Median und größter von %1; am weitesten aus der Reihe: %2.</translation>
    </message>
    <message>
        <source>%1: least – median – most</source>
        <translation>%1: kleinster – Median – größter</translation>
    </message>
</context>
<context>
    <name>throughline::ui::AboutDialog</name>
    <message>
        <source>About Throughline</source>
        <translation>Über Throughline</translation>
    </message>
    <message>
        <source>Throughline</source>
        <translation>Throughline</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>&lt;p&gt;Explore storage-to-GPU throughput.&lt;/p&gt;&lt;p&gt;&lt;b&gt;This window&lt;/b&gt; is free software under the GNU General Public License, version 3 or any later version. It comes without any warranty.&lt;/p&gt;&lt;p&gt;&lt;b&gt;throughline-engine&lt;/b&gt;, the measuring program, is free software under the Apache License 2.0.&lt;/p&gt;&lt;p&gt;The source comes with the package or is available where you got it; the file LICENSE contains both texts.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Built with&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Qt %1 – GPL-3.0 (Qt Charts), LGPL-3.0 (the other modules)&lt;/li&gt;&lt;li&gt;SQLite – public domain&lt;/li&gt;&lt;li&gt;nlohmann/json, RapidJSON, pugixml, yaml-cpp, md4c – MIT&lt;/li&gt;&lt;li&gt;CLI11, hwloc, ISA-L, libzip, zstd – BSD-3-Clause&lt;/li&gt;&lt;li&gt;libjpeg-turbo – IJG, BSD-3-Clause and zlib; zlib – zlib&lt;/li&gt;&lt;li&gt;Highway – Apache-2.0 or BSD-3-Clause; qpdf – Apache-2.0&lt;/li&gt;&lt;li&gt;liburing – LGPL-2.1 or MIT; nettle – LGPL-3.0 or GPL-2.0&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;Run colours: Okabe and Ito, “Color Universal Design”, 2008.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Durchsatz vom Datenspeicher bis zur GPU untersuchen.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Dieses Fenster&lt;/b&gt; ist freie Software unter der GNU General Public License, Version 3 oder jeder späteren Version. Es kommt ohne jede Gewährleistung.&lt;/p&gt;&lt;p&gt;&lt;b&gt;throughline-engine&lt;/b&gt;, das Messprogramm, ist freie Software unter der Apache-Lizenz 2.0.&lt;/p&gt;&lt;p&gt;Der Quelltext liegt dem Paket bei oder ist dort erhältlich, woher Sie es haben; die Datei LICENSE enthält beide Texte.&lt;/p&gt;&lt;p&gt;&lt;b&gt;Verwendet&lt;/b&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Qt %1 – GPL-3.0 (Qt Charts), LGPL-3.0 (die anderen Module)&lt;/li&gt;&lt;li&gt;SQLite – gemeinfrei&lt;/li&gt;&lt;li&gt;nlohmann/json, RapidJSON, pugixml, yaml-cpp, md4c – MIT&lt;/li&gt;&lt;li&gt;CLI11, hwloc, ISA-L, libzip, zstd – BSD-3-Clause&lt;/li&gt;&lt;li&gt;libjpeg-turbo – IJG, BSD-3-Clause und zlib; zlib – zlib&lt;/li&gt;&lt;li&gt;Highway – Apache-2.0 oder BSD-3-Clause; qpdf – Apache-2.0&lt;/li&gt;&lt;li&gt;liburing – LGPL-2.1 oder MIT; nettle – LGPL-3.0 oder GPL-2.0&lt;/li&gt;&lt;/ul&gt;&lt;p&gt;Farben der Läufe: Okabe und Ito, „Color Universal Design“, 2008.&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>throughline::ui::AcceleratorPicker</name>
    <message>
        <source>My own step time</source>
        <translation>Eigene Schrittzeit</translation>
    </message>
    <message>
        <source>My own entry “%1”</source>
        <translation>Eigener Eintrag „%1“</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Choose the card to emulate, or type words of its name</source>
        <translation>Die zu emulierende Karte wählen, oder Wörter ihres Namens eintippen</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Choose the network that the card runs or trains</source>
        <translation>Das Netz wählen, das die Karte ausführt oder trainiert</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Choose the precision of the card&apos;s arithmetic</source>
        <translation>Die Genauigkeit der Arithmetik der Karte wählen</translation>
    </message>
    <message>
        <source>for each batch</source>
        <translation>für jeden Batch</translation>
    </message>
    <message>
        <source>Type how long the accelerator works on a batch, such as 50 ms</source>
        <translation>Eingeben, wie lange der Beschleuniger an einem Batch arbeitet, etwa 50 ms</translation>
    </message>
    <message>
        <source>&amp;Other figures</source>
        <translation>Andere &amp;Werte</translation>
    </message>
    <message>
        <source>Choose another published figure of this card, network and precision</source>
        <translation>Einen anderen veröffentlichten Wert für diese Karte, dieses Netz und diese Genauigkeit wählen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::AdjustStrip</name>
    <message>
        <source>Scale the selected value by 1/16 to 16; Page Up doubles it</source>
        <translation>Den gewählten Wert mit 1/16 bis 16 skalieren; „Bild auf“ verdoppelt ihn</translation>
    </message>
    <message>
        <source>Reset the cell to the inherited value (Delete)</source>
        <translation>Die Zelle auf den geerbten Wert zurücksetzen (Entf)</translation>
    </message>
    <message>
        <source>Reset the cell</source>
        <translation>Zelle zurücksetzen</translation>
    </message>
    <message>
        <source>Select a number in the table to adjust it here</source>
        <translation>In der Tabelle eine Zahl wählen, um sie hier zu verändern</translation>
    </message>
</context>
<context>
    <name>throughline::ui::AmountBox</name>
    <message>
        <source>This is not allowed: it must be %1.</source>
        <translation>Das ist nicht erlaubt: Erlaubt ist %1.</translation>
    </message>
    <message>
        <source>%1 must be %2.</source>
        <translation>%1: Erlaubt ist %2.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::AnswerBanner</name>
    <message>
        <source>Predicted answer for the chosen scenario</source>
        <translation>Vorhergesagte Antwort für das gewählte Szenario</translation>
    </message>
    <message>
        <source>Grade %1: %2.</source>
        <translation>Güte %1: %2.</translation>
    </message>
    <message>
        <source>≈ %1 images/s</source>
        <translation>≈ %1 Bilder/s</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>90 % interval %1 · grade %2</source>
        <translation>90-%-Intervall %1 · Güte %2</translation>
    </message>
    <message>
        <source>limits</source>
        <translation>begrenzt</translation>
    </message>
    <message>
        <source>nothing limits</source>
        <translation>nichts begrenzt</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>the GPUs wait</source>
        <translation>die GPUs warten</translation>
    </message>
    <message>
        <source>against now</source>
        <translation>gegen jetzt</translation>
    </message>
    <message>
        <source>storage, per hour</source>
        <translation>Datenspeicher, je Stunde</translation>
    </message>
    <message>
        <source>per hour</source>
        <translation>je Stunde</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>Hatched: the model is asked beyond what was measured</source>
        <translation>Schraffiert: Das Modell wird jenseits des Gemessenen befragt</translation>
    </message>
    <message>
        <source>Predicted by the model, not measured. %1</source>
        <translation>Vom Modell vorhergesagt, nicht gemessen. %1</translation>
    </message>
    <message>
        <source>Predicted by the model, not measured. Hatched, because the model is asked beyond what was measured. %1</source>
        <translation>Vom Modell vorhergesagt, nicht gemessen. Schraffiert, weil das Modell über das Gemessene hinaus gefragt ist. %1</translation>
    </message>
    <message>
        <source>against now: %1</source>
        <translation>gegen jetzt: %1</translation>
    </message>
    <message>
        <source>“Hours of reading” under All inputs counts the credits in.</source>
        <translation>„Stunden Lesen“ unter „Alle Eingaben“ zählt das Guthaben mit.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::AnswerTableModel</name>
    <message>
        <source>storage MB/s</source>
        <translation>Datenspeicher MB/s</translation>
    </message>
    <message>
        <source>storage IOPS</source>
        <translation>Datenspeicher IOPS</translation>
    </message>
    <message>
        <source>node limit</source>
        <translation>Knotengrenze</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>Storage bandwidth</source>
        <translation>Bandbreite des Datenspeichers</translation>
    </message>
    <message>
        <source>Storage IOPS</source>
        <translation>IOPS des Datenspeichers</translation>
    </message>
    <message>
        <source>Storage limit of a node</source>
        <translation>Grenze des Datenspeichers je Knoten</translation>
    </message>
    <message>
        <source>Storage latency</source>
        <translation>Latenz des Datenspeichers</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Hand-over to GPUs</source>
        <translation>Übergabe an GPUs</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>A: calibrated, inside the measured range, and other runs predicted within 10 %</source>
        <translation>A: kalibriert, innerhalb des gemessenen Bereichs, oder andere Läufe auf 10&#xa0;% genau vorhergesagt</translation>
    </message>
    <message>
        <source>B: calibrated, at most twice outside the measured range, or other runs predicted within 20 %</source>
        <translation>B: kalibriert, höchstens doppelt so weit außerhalb des gemessenen Bereichs, oder andere Läufe auf 20&#xa0;% genau vorhergesagt</translation>
    </message>
    <message>
        <source>C: stated figures only, up to eight times outside the measured range, or other runs predicted within 50 %</source>
        <translation>C: nur angegebene Werte, bis zum Achtfachen außerhalb des gemessenen Bereichs, oder andere Läufe auf 50&#xa0;% genau vorhergesagt</translation>
    </message>
    <message>
        <source>D: further outside the measured range, other runs predicted worse, measured on a busy computer, or no source for the limit</source>
        <translation>D: weiter außerhalb des gemessenen Bereichs, andere Läufe schlechter vorhergesagt, auf einem beschäftigten Rechner gemessen, oder keine Quelle für die Grenze</translation>
    </message>
    <message>
        <source>Images/s, predicted</source>
        <translation>Bilder/s, vorhergesagt</translation>
    </message>
    <message>
        <source>Predicted rate of the whole pipeline</source>
        <translation>Vorhergesagte Rate der ganzen Pipeline</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>90 % interval</source>
        <translation>90-%-Intervall</translation>
    </message>
    <message>
        <source>Range of the rate in nine of ten cases, given the uncertainty of the inputs</source>
        <translation>Bereich der Rate in neun von zehn Fällen, bei der Unsicherheit der Eingaben</translation>
    </message>
    <message>
        <source>Without burst credits</source>
        <translation>Ohne Burst-Guthaben</translation>
    </message>
    <message>
        <source>Rate after the volume has used up its burst credits</source>
        <translation>Rate, nachdem das Volume sein Burst-Guthaben verbraucht hat</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Güte</translation>
    </message>
    <message>
        <source>How far to trust the prediction, A to D</source>
        <translation>Wie weit der Vorhersage zu trauen ist, A bis D</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>The stage with the lowest limit</source>
        <translation>Die Stufe mit der niedrigsten Grenze</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>Reserve</translation>
    </message>
    <message>
        <source>Distance to the next limit: the most to gain by raising the first one</source>
        <translation>Abstand zur nächsten Grenze: höchster Gewinn, wenn die erste angehoben wird</translation>
    </message>
    <message>
        <source>Limits, images/s</source>
        <translation>Grenzen, Bilder/s</translation>
    </message>
    <message>
        <source>Rate that each stage alone would allow; the lowest one limits the whole pipeline</source>
        <translation>Rate, die jede Stufe einzeln zuließe; die niedrigste begrenzt die ganze Pipeline</translation>
    </message>
    <message>
        <source>Images/s that this stage alone would allow. The bar is full at four times the lowest limit.</source>
        <translation>Bilder/s, die diese Stufe einzeln zuließe. Der Balken ist beim Vierfachen der niedrigsten Grenze voll.</translation>
    </message>
    <message>
        <source>Disk used</source>
        <translation>Datenträger genutzt</translation>
    </message>
    <message>
        <source>Share of its bandwidth or IOPS in use, whichever is higher</source>
        <translation>Genutzter Anteil seiner Bandbreite oder IOPS, je nachdem, was höher ist</translation>
    </message>
    <message>
        <source>Network used</source>
        <translation>Netzwerk genutzt</translation>
    </message>
    <message>
        <source>Share of the link of a node in use</source>
        <translation>Genutzter Anteil der Verbindung eines Knotens</translation>
    </message>
    <message>
        <source>Busy cores per node</source>
        <translation>Ausgelastete Kerne je Knoten</translation>
    </message>
    <message>
        <source>Cores used by the decode threads</source>
        <translation>Von den Dekodier-Threads belegte Kerne</translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation>GPUs genutzt</translation>
    </message>
    <message>
        <source>Share of the time in which they compute</source>
        <translation>Anteil der Zeit, in der sie rechnen</translation>
    </message>
    <message>
        <source>Read, MB/s</source>
        <translation>Lesen, MB/s</translation>
    </message>
    <message>
        <source>Read from storage; 1 MB is 1,000,000 bytes</source>
        <translation>Vom Datenspeicher gelesen; 1 MB sind 1.000.000 Bytes</translation>
    </message>
    <message>
        <source>Read, IOPS</source>
        <translation>Lesen, IOPS</translation>
    </message>
    <message>
        <source>Read requests per second, as the storage counts them</source>
        <translation>Leseanforderungen pro Sekunde, wie der Datenspeicher sie zählt</translation>
    </message>
    <message>
        <source>Served by the cache</source>
        <translation>Vom Cache geliefert</translation>
    </message>
    <message>
        <source>Share of the images read from the cache</source>
        <translation>Anteil der Bilder, die aus dem Cache gelesen werden</translation>
    </message>
    <message>
        <source>GPUs that could be fed</source>
        <translation>Versorgbare GPUs</translation>
    </message>
    <message>
        <source>GPUs of this kind that storage and network can keep at %1 % utilisation, and the capacity left over</source>
        <translation>GPUs dieser Art, die Datenspeicher und Netzwerk bei %1&#xa0;% Auslastung halten können, und die Leistung, die übrig bleibt</translation>
    </message>
    <message>
        <source>%1, %2 % left</source>
        <translation>%1, noch %2&#xa0;%</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>One pass over the data, warm</source>
        <translation>Ein Durchgang durch die Daten, warm</translation>
    </message>
    <message>
        <source>Whole training</source>
        <translation>Ganzes Training</translation>
    </message>
    <message>
        <source>All epochs, with the initial copy, validation and checkpoints</source>
        <translation>Alle Epochen, mit anfänglicher Kopie, Validierung und Checkpoints</translation>
    </message>
    <message>
        <source>Time to the first batch</source>
        <translation>Zeit bis zum ersten Batch</translation>
    </message>
    <message>
        <source>Including the initial copy, if any</source>
        <translation>Einschließlich der anfänglichen Kopie, falls nötig</translation>
    </message>
    <message>
        <source>Ahead of the base</source>
        <translation>Vorsprung vor der Basis</translation>
    </message>
    <message>
        <source>Number of epochs after which this scenario and the base have taken equally long, and whether the scenario is ahead until or from then. If one of them has “%1”, this tells whether to copy first or to stream.</source>
        <translation>Zahl der Epochen, nach denen dieses Szenario und die Basis gleich lange gebraucht haben, und ob das Szenario bis dahin oder ab da vorn liegt. Hat eines davon „%1“, sagt dies, ob erst zu kopieren oder zu streamen ist.</translation>
    </message>
    <message>
        <source>until %1 epochs</source>
        <translation>bis %1 Epochen</translation>
    </message>
    <message>
        <source>from %1 epochs</source>
        <translation>ab %1 Epochen</translation>
    </message>
    <message>
        <source>never slower</source>
        <translation>nie langsamer</translation>
    </message>
    <message>
        <source>never faster</source>
        <translation>nie schneller</translation>
    </message>
    <message>
        <source>Cost per hour</source>
        <translation>Kosten je Stunde</translation>
    </message>
    <message>
        <source>Cost per epoch</source>
        <translation>Kosten je Epoche</translation>
    </message>
    <message>
        <source>Including the price of requests and bytes read</source>
        <translation>Einschließlich des Preises der Anforderungen und gelesenen Bytes</translation>
    </message>
    <message>
        <source>Cost of whole training</source>
        <translation>Kosten des ganzen Trainings</translation>
    </message>
    <message>
        <source>All epochs</source>
        <translation>Alle Epochen</translation>
    </message>
    <message>
        <source>Cost per million images</source>
        <translation>Kosten je Million Bilder</translation>
    </message>
    <message>
        <source>In a warm epoch</source>
        <translation>In einer warmen Epoche</translation>
    </message>
    <message>
        <source>Idle GPUs, per hour</source>
        <translation>Untätige GPUs, je Stunde</translation>
    </message>
    <message>
        <source>Cost of GPUs while they wait</source>
        <translation>Kosten der GPUs, während sie warten</translation>
    </message>
    <message>
        <source>Measure this next</source>
        <translation>Als Nächstes messen</translation>
    </message>
    <message>
        <source>The input that widens the interval most</source>
        <translation>Die Eingabe, die das Intervall am meisten verbreitert</translation>
    </message>
    <message>
        <source>the model itself</source>
        <translation>das Modell selbst</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Anmerkungen</translation>
    </message>
    <message>
        <source>Figures missing from the catalogue, and what the model does not cover</source>
        <translation>Angaben, die im Katalog fehlen, und was das Modell nicht erfasst</translation>
    </message>
    <message>
        <source>throttled: expect errors and retries</source>
        <translation>gedrosselt: Fehler und Wiederholungen sind zu erwarten</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <translation>nicht bekannt: %1</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>The base that the scenarios change</source>
        <translation>Die Basis, die die Szenarien ändern</translation>
    </message>
    <message>
        <source>Double-click to rename</source>
        <translation>Doppelklick benennt um</translation>
    </message>
    <message>
        <source>Nodes, storage, requests and bytes read, at the predicted rate</source>
        <translation>Knoten, Datenspeicher, Anfragen und gelesene Bytes bei der vorhergesagten Rate</translation>
    </message>
    <message>
        <source>a full balance of burst credits lasts %1</source>
        <translation>ein volles Guthaben reicht für %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::Arrivals</name>
    <message numerus="yes">
        <source>%n result(s) imported; the first %1 are shown.</source>
        <translation>
            <numerusform>%n Ergebnis importiert; die ersten %1 sind gezeigt.</numerusform>
            <numerusform>%n Ergebnisse importiert; die ersten %1 sind gezeigt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n result(s) imported.</source>
        <translation>
            <numerusform>%n Ergebnis importiert.</numerusform>
            <numerusform>%n Ergebnisse importiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in charts</source>
        <translation>In Diagrammen zeigen</translation>
    </message>
    <message>
        <source>Add the imported studies to the charts</source>
        <translation>Die importierten Studien in die Diagramme aufnehmen</translation>
    </message>
    <message>
        <source>Show result</source>
        <translation>Ergebnis zeigen</translation>
    </message>
    <message>
        <source>Show the result of what was just measured</source>
        <translation>Das Ergebnis der letzten Messung zeigen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::AxisBar</name>
    <message>
        <source>Choose the quantity on the x axis</source>
        <translation>Die Größe auf der x-Achse wählen</translation>
    </message>
    <message>
        <source>&amp;x</source>
        <translation>&amp;x</translation>
    </message>
    <message>
        <source>Make the x axis logarithmic (Shift+L)</source>
        <translation>Die x-Achse logarithmisch teilen (Umschalt+L)</translation>
    </message>
    <message>
        <source>Choose the quantity on the y axis</source>
        <translation>Die Größe auf der y-Achse wählen</translation>
    </message>
    <message>
        <source>Make the y axis logarithmic (L); a second y stays linear</source>
        <translation>Die y-Achse logarithmisch teilen (L); ein zweites y bleibt linear</translation>
    </message>
    <message>
        <source>Choose the quantity on the second y axis</source>
        <translation>Die Größe auf der zweiten y-Achse wählen</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>&amp;colour</source>
        <translation>&amp;Farbe</translation>
    </message>
    <message>
        <source>&amp;of</source>
        <translation>&amp;von</translation>
    </message>
    <message>
        <source>&amp;y</source>
        <translation>&amp;y</translation>
    </message>
    <message>
        <source>r&amp;ows</source>
        <translation>&amp;Zeilen</translation>
    </message>
    <message>
        <source>&amp;2nd y</source>
        <translation>&amp;2. y</translation>
    </message>
</context>
<context>
    <name>throughline::ui::BinDialog</name>
    <message>
        <source>Bin</source>
        <translation>Papierkorb</translation>
    </message>
    <message>
        <source>Deleted studies</source>
        <translation>Gelöschte Studien</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore the selected studies, or all (Alt+R)</source>
        <translation>Die gewählten Studien wiederherstellen, oder alle (Alt+W)</translation>
    </message>
    <message>
        <source>&amp;Empty the bin…</source>
        <translation>Papierkorb &amp;leeren&#xa0;…</translation>
    </message>
    <message>
        <source>Delete all studies in the bin permanently (Alt+E)</source>
        <translation>Alle Studien im Papierkorb endgültig löschen (Alt+L)</translation>
    </message>
    <message>
        <source>Deleted studies stay here until the bin is emptied.</source>
        <translation>Gelöschte Studien bleiben hier, bis der Papierkorb geleert wird.</translation>
    </message>
    <message>
        <source>The bin is empty.</source>
        <translation>Der Papierkorb ist leer.</translation>
    </message>
    <message>
        <source>Empty the bin</source>
        <translation>Papierkorb leeren</translation>
    </message>
    <message numerus="yes">
        <source>%n study(s) will be deleted permanently.</source>
        <translation>
            <numerusform>%n Studie wird endgültig gelöscht.</numerusform>
            <numerusform>%n Studien werden endgültig gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Empty the bin</source>
        <translation>Papierkorb &amp;leeren</translation>
    </message>
</context>
<context>
    <name>throughline::ui::BlockEditor</name>
    <message>
        <source>Says who limits; of several studies, which is the fastest.</source>
        <translation>Sagt, wer begrenzt; bei mehreren Studien, welche die schnellste ist.</translation>
    </message>
    <message>
        <source>The chart that such studies are shown in first. Press Ctrl+Shift+R in Explore to add another one.</source>
        <translation>Das Diagramm, in dem solche Studien zuerst gezeigt werden. Strg+Umschalt+R in „Erkunden“ fügt ein weiteres hinzu.</translation>
    </message>
    <message>
        <source>A chart as it was in Explore, of the runs as they are.</source>
        <translation>Ein Diagramm, wie es in „Erkunden“ war, von den Läufen, wie sie sind.</translation>
    </message>
    <message>
        <source>Four to six figures of the fastest run of the first study.</source>
        <translation>Vier bis sechs Kennzahlen des schnellsten Laufs der ersten Studie.</translation>
    </message>
    <message>
        <source>The figures of each study against those of the first.</source>
        <translation>Die Kennzahlen jeder Studie gegen die der ersten.</translation>
    </message>
    <message>
        <source>Settings and computers, where they differ.</source>
        <translation>Einstellungen und Rechner, wo sie sich unterscheiden.</translation>
    </message>
    <message>
        <source>Every run, with what was varied.</source>
        <translation>Jeder Lauf, mit dem, was variiert wurde.</translation>
    </message>
    <message>
        <source>What is known of the computers.</source>
        <translation>Was über die Rechner bekannt ist.</translation>
    </message>
    <message>
        <source>Where the records come from.</source>
        <translation>Woher die Aufzeichnungen stammen.</translation>
    </message>
    <message>
        <source>1, 2, 4 and 8 GPUs on what was measured. Press Ctrl+Shift+R in What if to add scenarios of your own.</source>
        <translation>1, 2, 4 und 8 GPUs auf dem Gemessenen. Strg+Umschalt+R in „Was wäre wenn“ fügt eigene Szenarien hinzu.</translation>
    </message>
    <message>
        <source>Scenarios as they were in What if, predicted anew.</source>
        <translation>Szenarien, wie sie in „Was wäre wenn“ waren, neu vorhergesagt.</translation>
    </message>
    <message>
        <source>Your own words, in Markdown: # heading, - list, **bold**, [link](…).</source>
        <translation>Eigene Worte, in Markdown: # Überschrift, - Liste, **fett**, [Link](…).</translation>
    </message>
    <message>
        <source>Heading, if any</source>
        <translation>Überschrift, falls gewünscht</translation>
    </message>
    <message>
        <source>Heading of the block</source>
        <translation>Überschrift des Bausteins</translation>
    </message>
    <message>
        <source>Type a heading for the block</source>
        <translation>Eine Überschrift für den Baustein eingeben</translation>
    </message>
    <message>
        <source>Text of the block</source>
        <translation>Text des Bausteins</translation>
    </message>
    <message>
        <source>Write in Markdown</source>
        <translation>In Markdown schreiben</translation>
    </message>
    <message>
        <source>Write here; **Markdown** works.</source>
        <translation>Hier schreiben; **Markdown** ist möglich.</translation>
    </message>
    <message>
        <source>The figures of a published study beside your own, at the same places of the chart.</source>
        <translation>Die Werte einer veröffentlichten Studie neben den eigenen, an denselben Stellen des Diagramms.</translation>
    </message>
    <message>
        <source>All settings that have an effect, and every warning.</source>
        <translation>Alle wirksamen Einstellungen und jede Warnung.</translation>
    </message>
    <message>
        <source>Each chart of a published study that was measured here, and whether what it showed holds.</source>
        <translation>Jedes Diagramm einer veröffentlichten Studie, das hier gemessen wurde, und ob zutrifft, was es zeigte.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::BlockList</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Blocks of the report</source>
        <translation>Bausteine des Berichts</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move the block up</source>
        <translation>Den Baustein nach oben verschieben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move the block down</source>
        <translation>Den Baustein nach unten verschieben</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the block; Ctrl+Z brings it back</source>
        <translation>Den Baustein entfernen; Strg+Z holt ihn zurück</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a block behind the chosen one</source>
        <translation>Einen Baustein hinter dem gewählten hinzufügen</translation>
    </message>
    <message>
        <source>Drag, or press Alt+Up and Alt+Down, to move it; Delete removes it</source>
        <translation>Ziehen oder Alt+Oben und Alt+Unten verschiebt ihn; Entf entfernt ihn</translation>
    </message>
</context>
<context>
    <name>throughline::ui::CalibrationTable</name>
    <message>
        <source>not measurable here</source>
        <translation>hier nicht messbar</translation>
    </message>
    <message>
        <source>too few runs</source>
        <translation>zu wenige Läufe</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>90 % interval</source>
        <translation>90-%-Intervall</translation>
    </message>
    <message>
        <source>Source, or why not measurable</source>
        <translation>Quelle, oder warum nicht messbar</translation>
    </message>
    <message>
        <source>Model inputs fitted to runs</source>
        <translation>An Läufe angepasste Eingaben des Modells</translation>
    </message>
    <message>
        <source>Values fitted to runs of stages alone; the base and its scenarios use them</source>
        <translation>An Läufe einzelner Stufen angepasste Werte; die Basis und ihre Szenarien verwenden sie</translation>
    </message>
</context>
<context>
    <name>throughline::ui::CatalogPanel</name>
    <message>
        <source>no GPU</source>
        <translation>keine GPU</translation>
    </message>
    <message>
        <source>&amp;Use in scenario</source>
        <translation>Im Szenario &amp;verwenden</translation>
    </message>
    <message>
        <source>Search the catalogue</source>
        <translation>Katalog durchsuchen</translation>
    </message>
    <message>
        <source>Find entries that contain all of these words</source>
        <translation>Einträge finden, die alle diese Wörter enthalten</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Second figure</source>
        <translation>Zweite Kennzahl</translation>
    </message>
    <message>
        <source>As of</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Fill in the inputs of the selected scenario from this entry (double-click)</source>
        <translation>Die Eingaben des gewählten Szenarios aus diesem Eintrag füllen (Doppelklick)</translation>
    </message>
    <message>
        <source>Your own entries: JSON files of the same form in %1. They are read again whenever one changes.</source>
        <translation>Eigene Einträge: JSON-Dateien derselben Form in %1. Sie werden neu gelesen, sobald sich eine ändert.</translation>
    </message>
    <message>
        <source>Rea&amp;d again</source>
        <translation>Neu &amp;lesen</translation>
    </message>
    <message>
        <source>Read the files of your own entries again</source>
        <translation>Die Dateien der eigenen Einträge neu lesen</translation>
    </message>
    <message>
        <source>Problems in your own entries</source>
        <translation>Probleme in den eigenen Einträgen</translation>
    </message>
    <message>
        <source>&amp;Use in “%1”</source>
        <translation>In „%1“ &amp;verwenden</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>Datenspeicher</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>Maschine</translation>
    </message>
    <message>
        <source>$%1 per hour</source>
        <translation>%1&#xa0;$ je Stunde</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>%1 gradients</source>
        <translation>%1 Gradienten</translation>
    </message>
    <message>
        <source>link</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>GPU rate</source>
        <translation>GPU-Rate</translation>
    </message>
    <message>
        <source>%1 images/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>eight: %1</source>
        <translation>acht: %1</translation>
    </message>
    <message>
        <source>No catalogue entry contains all of these words.</source>
        <translation>Kein Katalogeintrag enthält alle diese Wörter.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::Cell</name>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>Mean of %1 runs</source>
        <translation>Mittelwert von %1 Läufen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ChartActions</name>
    <message>
        <source>Chart &amp;back</source>
        <translation>Diagramm &amp;zurück</translation>
    </message>
    <message>
        <source>Show the previous state of the charts</source>
        <translation>Den vorigen Zustand der Diagramme zeigen</translation>
    </message>
    <message>
        <source>Chart &amp;forward</source>
        <translation>Diagramm &amp;vor</translation>
    </message>
    <message>
        <source>Show the state from which you went back</source>
        <translation>Den Zustand zeigen, von dem aus Sie zurückgegangen sind</translation>
    </message>
    <message>
        <source>A&amp;dd chart</source>
        <translation>Diagramm &amp;hinzufügen</translation>
    </message>
    <message>
        <source>Add another chart of the same studies</source>
        <translation>Ein weiteres Diagramm derselben Studien hinzufügen</translation>
    </message>
    <message>
        <source>Remo&amp;ve chart</source>
        <translation>Diagramm &amp;entfernen</translation>
    </message>
    <message>
        <source>Remove the current chart; Chart back restores it</source>
        <translation>Das aktuelle Diagramm entfernen; „Diagramm zurück“ holt es wieder</translation>
    </message>
    <message>
        <source>&amp;Next chart</source>
        <translation>&amp;Nächstes Diagramm</translation>
    </message>
    <message>
        <source>Go to the next chart</source>
        <translation>Zum nächsten Diagramm gehen</translation>
    </message>
    <message>
        <source>Charts in a co&amp;lumn</source>
        <translation>Diagramme untereinan&amp;der</translation>
    </message>
    <message>
        <source>Stack charts above a shared x axis, or place two in a row</source>
        <translation>Diagramme über einer gemeinsamen x-Achse stapeln, oder zwei nebeneinander</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ChartExporter</name>
    <message>
        <source>Copy chart</source>
        <translation>Diagramm kopieren</translation>
    </message>
    <message>
        <source>Copy the charts as a picture and a table for other programs</source>
        <translation>Die Diagramme als Bild und Tabelle für andere Programme kopieren</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>Daten kopieren</translation>
    </message>
    <message>
        <source>Copy the selected rows of the table, or all, as tab-separated text</source>
        <translation>Die gewählten Zeilen der Tabelle, oder alle, als Text mit Tabulatoren kopieren</translation>
    </message>
    <message>
        <source>Export chart…</source>
        <translation>Diagramm exportieren&#xa0;…</translation>
    </message>
    <message>
        <source>Export the charts as PNG, SVG, PDF or CSV, sized for slides or reports</source>
        <translation>Die Diagramme als PNG, SVG, PDF oder CSV exportieren, in der Größe für Folien oder Berichte</translation>
    </message>
    <message>
        <source>The data is copied. Paste it into a spreadsheet.</source>
        <translation>Die Daten sind kopiert und können in eine Tabellenkalkulation eingefügt werden.</translation>
    </message>
    <message>
        <source>The chart is copied. Paste it into a document as a picture or a table.</source>
        <translation>Das Diagramm ist kopiert und kann als Bild oder Tabelle in ein Dokument eingefügt werden.</translation>
    </message>
    <message>
        <source>the folder for temporary files cannot be written</source>
        <translation>der Ordner für temporäre Dateien ist nicht schreibbar</translation>
    </message>
    <message>
        <source>The chart cannot be dragged: %1. Copy it instead.</source>
        <translation>Das Diagramm kann nicht gezogen werden: %1. Bitte stattdessen kopieren.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ChartPane</name>
    <message>
        <source>Remove this chart (Ctrl+Shift+W)</source>
        <translation>Dieses Diagramm entfernen (Strg+Umschalt+W)</translation>
    </message>
    <message>
        <source>Remove this chart</source>
        <translation>Dieses Diagramm entfernen</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Chart: %1</source>
        <translation>Diagramm: %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ChartTable</name>
    <message>
        <source>Data of the chart</source>
        <translation>Daten des Diagramms</translation>
    </message>
    <message>
        <source>Press Enter or double-click to show the samples of a run; press N to add a note to it</source>
        <translation>Eingabetaste oder Doppelklick zeigt die Messwerte eines Laufs; N fügt ihm eine Notiz hinzu</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ChartViews</name>
    <message>
        <source>Choose what is shown below</source>
        <translation>Wählen, was unten gezeigt wird</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Kurve</translation>
    </message>
    <message>
        <source>Images/s over any input, for all scenarios</source>
        <translation>Bilder/s über einer beliebigen Eingabe, für alle Szenarien</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Images/s against bytes per image, under the limits of the chosen scenario</source>
        <translation>Bilder/s gegen Bytes je Bild, unter den Grenzen des gewählten Szenarios</translation>
    </message>
    <message>
        <source>Levers</source>
        <translation>Stellhebel</translation>
    </message>
    <message>
        <source>What would help most: each input of the chosen scenario halved and doubled</source>
        <translation>Was am meisten hülfe: jede Eingabe des gewählten Szenarios halbiert und verdoppelt</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Images/s against cost, with the efficient frontier</source>
        <translation>Bilder/s gegen Kosten, mit der Effizienzgrenze</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>Angebote</translation>
    </message>
    <message>
        <source>The cheapest ways to the rate that is to be reached</source>
        <translation>Die günstigsten Wege zu der Rate, die erreicht werden soll</translation>
    </message>
    <message>
        <source>Tested</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>How well runs outside the calibration were predicted</source>
        <translation>Wie gut Läufe außerhalb der Kalibrierung vorhergesagt wurden</translation>
    </message>
    <message>
        <source>Catalogue</source>
        <translation>Katalog</translation>
    </message>
    <message>
        <source>Storage, machines, models, links and GPU rates, with source and date</source>
        <translation>Datenspeicher, Maschinen, Modelle, Verbindungen und GPU-Raten, mit Quelle und Datum</translation>
    </message>
    <message>
        <source>Choose the input on the x axis</source>
        <translation>Die Eingabe auf der x-Achse wählen</translation>
    </message>
    <message>
        <source>Choose what the cost is divided by</source>
        <translation>Wählen, wodurch die Kosten geteilt werden</translation>
    </message>
    <message>
        <source>per hour</source>
        <translation>je Stunde</translation>
    </message>
    <message>
        <source>per million images</source>
        <translation>je Million Bilder</translation>
    </message>
    <message>
        <source>Images/s &amp;over</source>
        <translation>Bilder/s &amp;über</translation>
    </message>
    <message>
        <source>C&amp;ost</source>
        <translation>Kos&amp;ten</translation>
    </message>
    <message>
        <source>Not calibrated: no run supports these figures.</source>
        <translation>Nicht kalibriert: Kein Lauf stützt diese Werte.</translation>
    </message>
    <message>
        <source>These figures were calibrated on %1, but its runs were not saved with them. They are graded D until you choose the study as the base again.</source>
        <translation>Diese Werte wurden an %1 kalibriert, dessen Läufe aber nicht mit ihnen gespeichert wurden. Sie haben Güte D, bis Sie die Studie wieder als Basis wählen.</translation>
    </message>
    <message>
        <source>Calibrated on %1; no other run is left to test the predictions.</source>
        <translation>Kalibriert an %1; kein anderer Lauf ist übrig, um die Vorhersagen zu prüfen.</translation>
    </message>
    <message numerus="yes">
        <source>%n study(s) (%1)</source>
        <translation>
            <numerusform>%n Studie (%1)</numerusform>
            <numerusform>%n Studien (%1)</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out of the test: %1.</source>
        <translation>Von der Prüfung ausgenommen: %1.</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1, Lauf %2</translation>
    </message>
    <message>
        <source>Not predicted: %1.</source>
        <translation>Nicht vorhergesagt: %1.</translation>
    </message>
    <message>
        <source>Predicted by Throughline, not measured. %1</source>
        <translation>Von Throughline vorhergesagt, nicht gemessen. %1</translation>
    </message>
    <message>
        <source>Dots: runs not used for calibration; line: predicted as measured. %1</source>
        <translation>Punkte: Läufe, die nicht zur Kalibrierung dienten; Linie: vorhergesagt wie gemessen. %1</translation>
    </message>
    <message>
        <source>Dotted: predicted, in the colours of the cards; markers: the scenarios, with their 90 % intervals; stars, if any: measured.</source>
        <translation>Gepunktet: vorhergesagt, in den Farben der Karten; Symbole: die Szenarien mit ihren 90-%-Intervallen; Sterne, falls vorhanden: gemessen.</translation>
    </message>
    <message>
        <source>Predicted ceilings of “%1”. %2</source>
        <translation>Vorhergesagte Obergrenzen von „%1“. %2</translation>
    </message>
    <message>
        <source>CPU time scales with the image size, as measured.</source>
        <translation>Die CPU-Zeit wächst mit der Bildgröße, wie gemessen.</translation>
    </message>
    <message>
        <source>CPU time per image is held at its current value.</source>
        <translation>Die CPU-Zeit je Bild bleibt bei ihrem jetzigen Wert.</translation>
    </message>
    <message>
        <source>Rates are predicted; prices are list prices, typed in or from the catalogue. Diamonds: offers of the last search; dotted line: nothing is both faster and cheaper. Scenarios without a price are left out.</source>
        <translation>Raten sind vorhergesagt; Preise sind Listenpreise, eingegeben oder aus dem Katalog. Rauten: Angebote der letzten Suche; gepunktete Linie: Nichts ist zugleich schneller und günstiger. Szenarien ohne Preis sind weggelassen.</translation>
    </message>
    <message>
        <source>%1 and %2 more: %3</source>
        <translation>%1 und %2 weitere: %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Calibrated on %1. %2</source>
        <translation>Kalibriert an %1. %2</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>Streaming</translation>
    </message>
    <message>
        <source>What the epochs of a job take copied first, streamed from a store, and through a cache</source>
        <translation>Wie lange die Epochen einer Arbeit dauern: zuerst kopiert, aus einem Speicher gestreamt und durch einen Cache</translation>
    </message>
    <message>
        <source>Many nodes</source>
        <translation>Viele Knoten</translation>
    </message>
    <message>
        <source>Images/s and the share of the ideal against nodes that meet after each step</source>
        <translation>Bilder/s und der Anteil am Idealen über Knoten, die sich nach jedem Schritt treffen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ChipBar</name>
    <message>
        <source>Nothing is plotted. Click the dot before a study to add it here.</source>
        <translation>Nichts ist im Diagramm. Den Punkt vor einer Studie anklicken, um sie hier hinzuzufügen.</translation>
    </message>
    <message>
        <source>Plotted studies</source>
        <translation>Studien im Diagramm</translation>
    </message>
    <message>
        <source>Show the other plotted studies</source>
        <translation>Die anderen Studien im Diagramm zeigen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Show the figures of the plotted studies side by side (Ctrl+Shift+B)</source>
        <translation>Die Kennzahlen der Studien im Diagramm nebeneinander zeigen (Strg+Umschalt+B)</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Take all studies out of the charts; Ctrl+Z brings them back</source>
        <translation>Alle Studien aus den Diagrammen nehmen; Strg+Z holt sie zurück</translation>
    </message>
    <message>
        <source>%1, plotted</source>
        <translation>%1, im Diagramm</translation>
    </message>
    <message>
        <source>%1
Click to show its page; click the cross, or press Delete, to take it out of the charts.</source>
        <translation>%1
Klicken zeigt ihre Seite; das Kreuz oder Entf nimmt sie aus den Diagrammen.</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>throughline::ui::CommandBoxes</name>
    <message>
        <source>Storage</source>
        <translation>Datenspeicher</translation>
    </message>
    <message>
        <source>Running job</source>
        <translation>Laufender Job</translation>
    </message>
</context>
<context>
    <name>throughline::ui::CommandPalette</name>
    <message>
        <source>Find</source>
        <translation>Finden</translation>
    </message>
    <message>
        <source>Find a command, study, view, quantity, setting or help page</source>
        <translation>Einen Befehl, eine Studie, Ansicht, Größe, Einstellung oder Hilfeseite finden</translation>
    </message>
    <message>
        <source>Enter goes there; Shift+Enter plots a study, or puts a quantity on x</source>
        <translation>Eingabe führt dorthin; Umschalt+Eingabe nimmt eine Studie ins Diagramm oder legt eine Größe auf x</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Fundstellen</translation>
    </message>
    <message>
        <source>Nothing found. Try fewer letters.</source>
        <translation>Nichts gefunden. Weniger Buchstaben versuchen.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ConsumerPicker</name>
    <message>
        <source>Transfer: copy, normalise</source>
        <translation>Transfer: kopieren, normalisieren</translation>
    </message>
    <message>
        <source>Trivial: three dense layers</source>
        <translation>Trivial: drei dichte Schichten</translation>
    </message>
    <message>
        <source>Proxy of %1, without cuDNN</source>
        <translation>Proxy für %1, ohne cuDNN</translation>
    </message>
    <message>
        <source>largest that fits</source>
        <translation>größter, der passt</translation>
    </message>
    <message>
        <source>Nothing: batches are dropped</source>
        <translation>Nichts: Batches werden verworfen</translation>
    </message>
    <message>
        <source>Emulated accelerator</source>
        <translation>Emulierter Beschleuniger</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source> image</source>
        <translation> Bild</translation>
    </message>
    <message>
        <source> images</source>
        <translation> Bildern</translation>
    </message>
    <message>
        <source>Choose the number of images in a batch. One step below 1 chooses the largest batch that fits in GPU memory; its size is recorded.</source>
        <translation>Die Zahl der Bilder in einem Batch wählen. Ein Schritt unter 1 wählt den größten Batch, der in den GPU-Speicher passt; seine Größe wird aufgezeichnet.</translation>
    </message>
    <message>
        <source>inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>GPU 0</source>
        <translation>GPU 0</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>rechnet</translation>
    </message>
    <message>
        <source>on</source>
        <translation>auf</translation>
    </message>
    <message>
        <source>pinned memory</source>
        <translation>fixiertem Speicher</translation>
    </message>
    <message>
        <source>pageable memory</source>
        <translation>auslagerbarem Speicher</translation>
    </message>
    <message>
        <source>takes batches of</source>
        <translation>nimmt Batches mit</translation>
    </message>
    <message>
        <source>from</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>No GPU can be measured. %1</source>
        <translation>Keine GPU kann gemessen werden. %1</translation>
    </message>
    <message>
        <source>%1 needs a library that was not found. %2. Install cuDNN 9, or choose the proxy of the network, Trivial or Transfer, which do without it.</source>
        <translation>%1 braucht eine Bibliothek, die nicht gefunden wurde. %2. cuDNN 9 installieren, oder den Proxy des Netzes, Trivial oder Transfer wählen, die ohne sie auskommen.</translation>
    </message>
    <message>
        <source>The proxy does as many multiplications as %1, but with Throughline&apos;s own kernels; its rate is not that of the network.</source>
        <translation>Der Proxy führt so viele Multiplikationen aus wie %1, aber mit Throughlines eigenen Kernels; seine Rate ist nicht die des Netzes.</translation>
    </message>
    <message>
        <source>Looking for GPUs…</source>
        <translation>GPUs werden gesucht&#xa0;…</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1: %2</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>Treiber %1</translation>
    </message>
    <message>
        <source>Choose how many GPUs take batches side by side, from this one on. GPUs that train exchange their gradients at each step.</source>
        <translation>Wählen, wie viele GPUs ab dieser nebeneinander Batches annehmen. GPUs, die trainieren, tauschen in jedem Schritt ihre Gradienten aus.</translation>
    </message>
    <message>
        <source>GPUs in all:</source>
        <translation>GPUs insgesamt:</translation>
    </message>
    <message>
        <source>Networks need a library that was not found. %1. Install cuDNN 9.</source>
        <translation>Netze brauchen eine Bibliothek, die nicht gefunden wurde. %1. cuDNN 9 installieren.</translation>
    </message>
    <message>
        <source>Which GPUs the other computer has is found out there, when it measures.</source>
        <translation>Welche GPUs der andere Rechner hat, zeigt sich dort, wenn er misst.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ContextMenus</name>
    <message>
        <source>C&amp;hart</source>
        <translation>&amp;Diagramm</translation>
    </message>
    <message>
        <source>Show the &amp;samples of this run	Enter</source>
        <translation>&amp;Messwerte dieses Laufs zeigen	Eingabe</translation>
    </message>
    <message>
        <source>Show each second of the run; Alt+Left comes back to this chart</source>
        <translation>Jede Sekunde des Laufs zeigen; Alt+Links kehrt zu diesem Diagramm zurück</translation>
    </message>
    <message>
        <source>Pin a &amp;note…	N</source>
        <translation>&amp;Notiz anheften&#xa0;…	N</translation>
    </message>
    <message>
        <source>Write a text beside the point</source>
        <translation>Einen Text neben den Punkt schreiben</translation>
    </message>
    <message>
        <source>Show in the &amp;table</source>
        <translation>In der &amp;Tabelle zeigen</translation>
    </message>
    <message>
        <source>Go to this run in the table below the chart</source>
        <translation>In der Tabelle unter dem Diagramm zu diesem Lauf gehen</translation>
    </message>
    <message>
        <source>Copy the &amp;values</source>
        <translation>&amp;Werte kopieren</translation>
    </message>
    <message>
        <source>Copy what is said of the point as text</source>
        <translation>Die Angaben zum Punkt als Text kopieren</translation>
    </message>
    <message>
        <source>The values are copied.</source>
        <translation>Die Werte sind kopiert.</translation>
    </message>
    <message>
        <source>Show &amp;only this curve</source>
        <translation>N&amp;ur diese Kurve zeigen</translation>
    </message>
    <message>
        <source>Show &amp;only these curves</source>
        <translation>N&amp;ur diese Kurven zeigen</translation>
    </message>
    <message>
        <source>&amp;Hide this curve</source>
        <translation>Diese Kurve &amp;ausblenden</translation>
    </message>
    <message>
        <source>&amp;Hide these curves</source>
        <translation>Diese Kurven &amp;ausblenden</translation>
    </message>
    <message>
        <source>S&amp;how this curve</source>
        <translation>Diese Kurve &amp;zeigen</translation>
    </message>
    <message>
        <source>S&amp;how these curves</source>
        <translation>Diese Kurven &amp;zeigen</translation>
    </message>
    <message>
        <source>Show only this s&amp;tudy</source>
        <translation>Nur diese &amp;Studie zeigen</translation>
    </message>
    <message>
        <source>Show &amp;all curves</source>
        <translation>Alle &amp;Kurven zeigen</translation>
    </message>
    <message>
        <source>Open the st&amp;udy</source>
        <translation>Studie &amp;öffnen</translation>
    </message>
    <message>
        <source>Show verdict, runs and notes of the study</source>
        <translation>Befund, Läufe und Notizen der Studie zeigen</translation>
    </message>
    <message>
        <source>Use as &amp;baseline</source>
        <translation>Als &amp;Baseline verwenden</translation>
    </message>
    <message>
        <source>Compare other studies with this one; choose again to stop</source>
        <translation>Andere Studien mit dieser vergleichen; erneut wählen, um das zu beenden</translation>
    </message>
    <message>
        <source>&amp;What if, from this study…</source>
        <translation>Was wäre wenn, &amp;von dieser Studie aus&#xa0;…</translation>
    </message>
    <message>
        <source>Predict other disks, machines and GPUs from what this study measured</source>
        <translation>Andere Datenträger, Maschinen und GPUs aus dem vorhersagen, was diese Studie gemessen hat</translation>
    </message>
    <message>
        <source>Take the study out of the &amp;charts</source>
        <translation>Studie aus den Dia&amp;grammen nehmen</translation>
    </message>
    <message>
        <source>Remove all curves of the study; its dot in the list brings them back</source>
        <translation>Alle Kurven der Studie entfernen; ihr Punkt in der Liste holt sie zurück</translation>
    </message>
    <message>
        <source>&amp;Kind of chart</source>
        <translation>Diagrammar&amp;t</translation>
    </message>
    <message>
        <source>&amp;Axes</source>
        <translation>&amp;Achsen</translation>
    </message>
    <message>
        <source>&amp;Fit everything	F</source>
        <translation>Alles &amp;einpassen	F</translation>
    </message>
    <message>
        <source>Choose &amp;x…</source>
        <translation>&amp;x wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose &amp;y…</source>
        <translation>&amp;y wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose the &amp;second y…</source>
        <translation>&amp;Zweites y wählen&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;Logarithmic x	Shift+L</source>
        <translation>x &amp;logarithmisch	Umschalt+L</translation>
    </message>
    <message>
        <source>L&amp;ogarithmic y	L</source>
        <translation>y l&amp;ogarithmisch	L</translation>
    </message>
    <message>
        <source>&amp;Choose the quantity…</source>
        <translation>&amp;Größe wählen&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;Remove the second y axis</source>
        <translation>Zweite y-Achse en&amp;tfernen</translation>
    </message>
    <message>
        <source>Choose a &amp;second y axis…</source>
        <translation>&amp;Zweite y-Achse wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Fit to the curves &amp;drawn</source>
        <translation>Auf die gezeichneten &amp;Kurven einpassen</translation>
    </message>
    <message>
        <source>End the axis where the data end, not at zero</source>
        <translation>Die Achse enden lassen, wo die Daten enden, nicht bei null</translation>
    </message>
    <message>
        <source>Start at &amp;zero</source>
        <translation>Bei &amp;null beginnen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::CsvMappingDialog</name>
    <message>
        <source>– leave out</source>
        <translation>– weglassen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Assign columns</source>
        <translation>Spalten zuordnen</translation>
    </message>
    <message>
        <source>%1 is a plain table. Assign its columns and their units. With a time column, the rows are samples of one run; without one, each row is a run with its settings. The assignment is remembered for tables with the same header.</source>
        <translation>%1 ist eine einfache Tabelle. Ihre Spalten und deren Einheiten zuordnen. Mit einer Zeitspalte sind die Zeilen Messwerte eines Laufs; ohne sie ist jede Zeile ein Lauf mit seinen Einstellungen. Die Zuordnung wird für Tabellen mit derselben Kopfzeile gemerkt.</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Columns of the table</source>
        <translation>Spalten der Tabelle</translation>
    </message>
    <message>
        <source>&amp;Save mapping…</source>
        <translation>Zuordnung &amp;speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save the mapping to a file for throughline-engine import --mapping (Alt+S)</source>
        <translation>Die Zuordnung in eine Datei für „throughline-engine import --mapping“ speichern (Alt+S)</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>&amp;Importieren</translation>
    </message>
    <message>
        <source>Import the table and remember the assignment (Alt+I)</source>
        <translation>Die Tabelle importieren und die Zuordnung merken (Alt+I)</translation>
    </message>
    <message>
        <source>Save mapping</source>
        <translation>Zuordnung speichern</translation>
    </message>
    <message>
        <source>Mappings (*.json)</source>
        <translation>Zuordnungen (*.json)</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>Quantity of %1</source>
        <translation>Größe von %1</translation>
    </message>
    <message>
        <source>Choose the quantity in this column; type to find it</source>
        <translation>Die Größe in dieser Spalte wählen; tippen, um sie zu finden</translation>
    </message>
    <message>
        <source>Unit of %1</source>
        <translation>Einheit von %1</translation>
    </message>
    <message>
        <source>Choose the unit used in the file</source>
        <translation>Die Einheit wählen, die in der Datei steht</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>throughline::ui::DatasetPicker</name>
    <message>
        <source>Delete data set</source>
        <translation>Datensatz löschen</translation>
    </message>
    <message>
        <source>Folder with JPEG images; if none, one is made</source>
        <translation>Ordner mit JPEG-Bildern; ohne ihn wird einer erzeugt</translation>
    </message>
    <message>
        <source>Folder with JPEG images</source>
        <translation>Ordner mit JPEG-Bildern</translation>
    </message>
    <message>
        <source>Choose a recent folder of images to measure with, or type a path</source>
        <translation>Einen der letzten Bilderordner zum Messen wählen, oder einen Pfad eingeben</translation>
    </message>
    <message>
        <source>&amp;Choose folder…</source>
        <translation>&amp;Ordner wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose the folder of images (Alt+C)</source>
        <translation>Den Ordner mit den Bildern wählen (Alt+O)</translation>
    </message>
    <message>
        <source>&amp;Make a data set…</source>
        <translation>Datensatz er&amp;zeugen&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;Delete data set…</source>
        <translation>Datensatz &amp;löschen&#xa0;…</translation>
    </message>
    <message>
        <source>Delete the data set in this folder, if Throughline made it (Alt+D)</source>
        <translation>Den Datensatz in diesem Ordner löschen, falls Throughline ihn erzeugt hat (Alt+L)</translation>
    </message>
    <message>
        <source>Choose a folder with JPEG images first.</source>
        <translation>Zuerst einen Ordner mit JPEG-Bildern wählen.</translation>
    </message>
    <message>
        <source>Choose another folder: no images were found in this one.</source>
        <translation>Einen anderen Ordner wählen: In diesem wurden keine Bilder gefunden.</translation>
    </message>
    <message>
        <source>Reading the folder…</source>
        <translation>Der Ordner wird gelesen&#xa0;…</translation>
    </message>
    <message>
        <source>Delete the %1 images (%2) that Throughline made in
%3?

This cannot be undone, but you can make the same data set again.</source>
        <translation>Die %1 Bilder (%2) löschen, die Throughline in
%3
erzeugt hat?

Das lässt sich nicht rückgängig machen, aber derselbe Datensatz kann neu erzeugt werden.</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Needs the measuring program throughline-engine; see Help › Diagnostics</source>
        <translation>Braucht das Messprogramm throughline-engine; siehe Hilfe › Diagnose</translation>
    </message>
    <message>
        <source>Write photo-like JPEGs to a folder to measure with (Alt+M)</source>
        <translation>Fotoähnliche JPEGs zum Messen in einen Ordner schreiben (Alt+Z)</translation>
    </message>
    <message>
        <source>Deleting the data set…</source>
        <translation>Der Datensatz wird gelöscht&#xa0;…</translation>
    </message>
    <message>
        <source>Choose a folder with JPEG images, or make a data set.</source>
        <translation>Einen Ordner mit JPEG-Bildern wählen oder einen Datensatz erzeugen.</translation>
    </message>
    <message>
        <source>%1 images, %2, mean size %3, about %4 × %5 pixels</source>
        <translation>%1 Bilder, %2, mittlere Größe %3, etwa %4 × %5 Pixel</translation>
    </message>
    <message>
        <source>%1 on %2, device %3, %4 of %5 free</source>
        <translation>%1 auf %2, Gerät %3, %4 von %5 frei</translation>
    </message>
    <message>
        <source>No counter of this place can be read.</source>
        <translation>An diesem Ort ist kein Zähler lesbar.</translation>
    </message>
    <message>
        <source>Reads are counted by %1.</source>
        <translation>Lesezugriffe zählt %1.</translation>
    </message>
    <message>
        <source>Add rem&amp;ote data…</source>
        <translation>Fer&amp;ne Daten …</translation>
    </message>
    <message>
        <source>Choose data in an object store or on a web server (Alt+O)</source>
        <translation>Daten in einem Objektspeicher oder auf einem Webserver wählen (Alt+N)</translation>
    </message>
    <message>
        <source>Data in a store, read over the network from %1</source>
        <translation>Daten in einem Objektspeicher, über das Netzwerk gelesen von %1</translation>
    </message>
    <message>
        <source>What the store answers is counted request by request.</source>
        <translation>Was der Objektspeicher antwortet, wird Anfrage für Anfrage gezählt.</translation>
    </message>
    <message>
        <source>More than %1 images with %2, of mean size %3, about %4 × %5 pixels; all are listed when they are measured</source>
        <translation>Mehr als %1 Bilder mit %2, im Mittel %3, etwa %4 × %5 Pixel; alle werden gelistet, wenn sie gemessen werden</translation>
    </message>
    <message>
        <source>Data in a store, read over the network</source>
        <translation>Daten in einem Objektspeicher, über das Netz gelesen</translation>
    </message>
    <message>
        <source>Add other remote data: no images were found at this address.</source>
        <translation>Andere ferne Daten hinzufügen: Unter dieser Adresse wurden keine Bilder gefunden.</translation>
    </message>
    <message>
        <source>Reading the address…</source>
        <translation>Die Adresse wird gelesen…</translation>
    </message>
    <message>
        <source>The data at this address cannot be measured; the reason stands below the address.</source>
        <translation>Die Daten unter dieser Adresse können nicht gemessen werden; der Grund steht unter der Adresse.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::DefaultDataset</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>these files are in memory, not on a disk</source>
        <translation>diese Dateien liegen im Arbeitsspeicher, nicht auf einem Datenträger</translation>
    </message>
    <message>
        <source>the folder is not writable</source>
        <translation>der Ordner ist nicht schreibbar</translation>
    </message>
    <message>
        <source>only %1 are free there</source>
        <translation>nur %1 sind dort frei</translation>
    </message>
    <message>
        <source>No folder is chosen: Start makes %1 photo-like images (about %2) in %3, on device %4 with %5 free. They are kept and used again.</source>
        <translation>Kein Ordner ist gewählt: „Starten“ erzeugt %1 fotoähnliche Bilder (etwa %2) in %3, auf Gerät %4 mit %5 frei. Sie bleiben erhalten und werden wieder verwendet.</translation>
    </message>
    <message>
        <source>Choose a folder with JPEG images. None could be made:</source>
        <translation>Einen Ordner mit JPEG-Bildern wählen. Es konnten keine erzeugt werden:</translation>
    </message>
    <message>
        <source>Making the images first: %1 of %2 in %3</source>
        <translation>Zuerst werden die Bilder erzeugt: %1 von %2 in %3</translation>
    </message>
</context>
<context>
    <name>throughline::ui::DesktopSession</name>
    <message>
        <source>A measurement is running.</source>
        <translation>Eine Messung läuft.</translation>
    </message>
    <message>
        <source>Show the study</source>
        <translation>Die Studie zeigen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::DiagnosticsDialog</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>none: %1</source>
        <translation>keine: %1</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>keine gefunden</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnose</translation>
    </message>
    <message>
        <source>What Throughline found on this computer</source>
        <translation>Was Throughline auf diesem Rechner gefunden hat</translation>
    </message>
    <message>
        <source>Throughline</source>
        <translation>Throughline</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Engine version</source>
        <translation>Version der Engine</translation>
    </message>
    <message>
        <source>%1, record format %2.%3</source>
        <translation>%1, Aufzeichnungsformat %2.%3</translation>
    </message>
    <message>
        <source>io_uring</source>
        <translation>io_uring</translation>
    </message>
    <message>
        <source>available</source>
        <translation>verfügbar</translation>
    </message>
    <message>
        <source>not available: %1</source>
        <translation>nicht verfügbar: %1</translation>
    </message>
    <message>
        <source>Memory lock</source>
        <translation>Speichersperre</translation>
    </message>
    <message>
        <source>Processor cores</source>
        <translation>Prozessorkerne</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>libjpeg-turbo %1, liburing %2, SQLite %3</source>
        <translation>libjpeg-turbo %1, liburing %2, SQLite %3</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>wird gesucht&#xa0;…</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>Library size</source>
        <translation>Größe der Bibliothek</translation>
    </message>
    <message>
        <source>Records waiting to be stored</source>
        <translation>Noch einzulesende Aufzeichnungen</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>%1, platform %2, screen scale %3</source>
        <translation>%1, Plattform %2, Skalierung %3</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>unknown, because the engine was not found</source>
        <translation>unbekannt, da die Engine nicht gefunden wurde</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy everything as text (Alt+C)</source>
        <translation>Alles als Text kopieren (Alt+K)</translation>
    </message>
    <message>
        <source>&amp;Save report…</source>
        <translation>Bericht &amp;speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save this and the end of the log for the developers, without the names of people and computers (Alt+S)</source>
        <translation>Dies und das Ende des Protokolls für die Entwickler speichern, ohne Namen von Personen und Rechnern (Alt+S)</translation>
    </message>
    <message>
        <source>%1, plus %2 for its records in %3</source>
        <translation>%1, dazu %2 für ihre Aufzeichnungen in %3</translation>
    </message>
    <message>
        <source>
The end of the log:
</source>
        <translation>
Das Ende des Protokolls:
</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Text (*.txt)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 konnte nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>throughline::ui::EngineCommand</name>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>%1 konnte nicht gestartet werden: %2</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>The engine ended unexpectedly. %1</source>
        <translation>Die Engine wurde unerwartet beendet. %1</translation>
    </message>
    <message>
        <source>The engine stopped with exit code %1.</source>
        <translation>Die Engine endete mit Exit-Code %1.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::EngineInfo</name>
    <message>
        <source>The engine %1 writes records of version %2, but this window reads version %3. Install both from the same package.</source>
        <translation>Die Engine %1 schreibt Aufzeichnungen der Version %2, dieses Fenster liest aber Version %3. Bitte beide aus demselben Paket installieren.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::EngineProcess</name>
    <message>
        <source>Nothing was measured: the record could not be written to the folder %1 (%2). Make that folder writable, or set THROUGHLINE_DATA_DIR to a writable folder and restart Throughline.</source>
        <translation>Nichts wurde gemessen: Die Aufzeichnung konnte nicht in den Ordner %1 geschrieben werden (%2). Diesen Ordner schreibbar machen oder THROUGHLINE_DATA_DIR auf einen schreibbaren Ordner setzen und Throughline neu starten.</translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>%1 konnte nicht gestartet werden: %2</translation>
    </message>
    <message>
        <source>The measuring process did not stop within %1 s and was killed. What it had measured is kept.</source>
        <translation>Der Messprozess endete nicht innerhalb von %1 s und wurde abgebrochen. Was er gemessen hatte, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The measuring process did not stop within %1 s and was killed; it hung in: %2. What it had measured is kept.</source>
        <translation>Der Messprozess endete nicht innerhalb von %1 s und wurde abgebrochen; er hing in: %2. Was er gemessen hatte, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The measuring process ended unexpectedly (%1). What it had measured is kept.</source>
        <translation>Der Messprozess wurde unerwartet beendet (%1). Was er gemessen hatte, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The engine stopped with exit code %1.</source>
        <translation>Die Engine endete mit Exit-Code %1.</translation>
    </message>
    <message>
        <source>The measurement was left on %1.</source>
        <translation>Die Messung wurde auf %1 zurückgelassen.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ExploreCharts</name>
    <message>
        <source>Click the dot before a study in the list on the left to see it here.
None yet? Measure this computer, or import the results of other tools.</source>
        <translation>Den Punkt vor einer Studie in der Liste links anklicken, um sie hier zu sehen.
Noch keine da? Diesen Rechner messen oder Ergebnisse anderer Werkzeuge importieren.</translation>
    </message>
    <message>
        <source>Reading the samples…</source>
        <translation>Messwerte werden gelesen&#xa0;…</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ExploreDocument</name>
    <message>
        <source>Show view</source>
        <translation>Ansicht zeigen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ExploreFeed</name>
    <message>
        <source>Writing the raw data…</source>
        <translation>Die Rohdaten werden geschrieben&#xa0;…</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ExploreWidget</name>
    <message>
        <source>%1 of %2 runs are drawn; Ctrl+click adds others in the legend.</source>
        <translation>%1 von %2 Läufen sind gezeichnet; Strg+Klick in der Legende nimmt andere hinzu.</translation>
    </message>
    <message>
        <source>Show on x</source>
        <translation>Auf x zeigen</translation>
    </message>
    <message>
        <source>Show as the colour</source>
        <translation>Als Farbe zeigen</translation>
    </message>
    <message>
        <source>Show this</source>
        <translation>Dies zeigen</translation>
    </message>
    <message>
        <source>Show on y</source>
        <translation>Auf y zeigen</translation>
    </message>
    <message>
        <source>Show on rows</source>
        <translation>Auf Zeilen zeigen</translation>
    </message>
    <message>
        <source>Show on the second y</source>
        <translation>Auf dem zweiten y zeigen</translation>
    </message>
    <message>
        <source>&amp;Quantities to drag</source>
        <translation>Größen zu&amp;m Ziehen</translation>
    </message>
    <message>
        <source>List all quantities; drag one onto an axis of a chart</source>
        <translation>Alle Größen auflisten; eine davon auf eine Achse eines Diagramms ziehen</translation>
    </message>
    <message>
        <source>Show the data as a table (Ctrl+T)</source>
        <translation>Die Daten als Tabelle zeigen (Strg+T)</translation>
    </message>
    <message>
        <source>Values under the cursor</source>
        <translation>Werte unter dem Mauszeiger</translation>
    </message>
    <message>
        <source>Copy or export</source>
        <translation>Kopieren oder exportieren</translation>
    </message>
    <message>
        <source>Show everything (F)</source>
        <translation>Alles zeigen (F)</translation>
    </message>
    <message>
        <source>Show a crosshair (G)</source>
        <translation>Ein Fadenkreuz zeigen (G)</translation>
    </message>
    <message>
        <source>Select runs by dragging (B); dragging with Shift always selects</source>
        <translation>Läufe durch Ziehen auswählen (B); Ziehen mit Umschalt wählt immer aus</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ExportCommand</name>
    <message>
        <source>Write a chart of runs from a library to a file; needs no display.</source>
        <translation>Ein Diagramm von Läufen einer Bibliothek in eine Datei schreiben; braucht keinen Bildschirm.</translation>
    </message>
    <message>
        <source>Write a report on studies of a library, which &apos;throughline-engine verify&apos; can check; needs no display.</source>
        <translation>Einen Bericht über Studien einer Bibliothek schreiben, den „throughline-engine verify“ prüfen kann; braucht keinen Bildschirm.</translation>
    </message>
    <message>
        <source>Draw a small picture of a .tlrun file, as file managers ask for it.</source>
        <translation>Ein kleines Bild einer .tlrun-Datei zeichnen, wie Dateiverwaltungen es anfordern.</translation>
    </message>
    <message>
        <source>Compute every number of a report again from the records in it, and the data of its charts; needs no display.</source>
        <translation>Jede Zahl eines Berichts aus seinen Aufzeichnungen neu berechnen, ebenso die Daten seiner Diagramme; braucht keinen Bildschirm.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ExportDialog</name>
    <message>
        <source>Slide, 16:9</source>
        <translation>Folie, 16:9</translation>
    </message>
    <message>
        <source>Report column</source>
        <translation>Berichtsspalte</translation>
    </message>
    <message>
        <source>Full page</source>
        <translation>Ganze Seite</translation>
    </message>
    <message>
        <source>%1 (%2 × %3)</source>
        <translation>%1 (%2 × %3)</translation>
    </message>
    <message>
        <source>Export chart</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>Type a title for the picture, or leave it empty for none</source>
        <translation>Einen Titel für das Bild eingeben, oder für keinen leer lassen</translation>
    </message>
    <message>
        <source>Choose where the picture will be used. Sizes are in 1/96 inch; text is legible at that size.</source>
        <translation>Wählen, wo das Bild verwendet wird. Größen in 1/96 Zoll; Text ist in dieser Größe lesbar.</translation>
    </message>
    <message>
        <source>Choose the pixels per 1/96 inch; only for PNG</source>
        <translation>Die Pixel je 1/96 Zoll wählen; nur für PNG</translation>
    </message>
    <message>
        <source>Preview of the picture</source>
        <translation>Vorschau des Bildes</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>&amp;Pixels</source>
        <translation>&amp;Pixel</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>&amp;Speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save as PNG, SVG or PDF, or as CSV: the plotted data or all data behind it</source>
        <translation>Als PNG, SVG oder PDF speichern, oder als CSV: die gezeichneten Daten oder alle zugrunde liegenden</translation>
    </message>
    <message>
        <source>Raw data as CSV (*.csv)</source>
        <translation>Rohdaten als CSV (*.csv)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Scalable picture (*.svg)</source>
        <translation>Skalierbares Bild (*.svg)</translation>
    </message>
    <message>
        <source>PDF page (*.pdf)</source>
        <translation>PDF-Seite (*.pdf)</translation>
    </message>
    <message>
        <source>Data as plotted, as CSV (*.csv)</source>
        <translation>Daten wie gezeichnet, als CSV (*.csv)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>throughline::ui::FactModel</name>
    <message>
        <source>%1: %2. %3</source>
        <translation>%1: %2. %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Name in files and commands: %1</source>
        <translation>Name in Dateien und Befehlen: %1</translation>
    </message>
    <message>
        <source>– %1</source>
        <translation>– %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::FactTable</name>
    <message>
        <source>&amp;Differences only</source>
        <translation>Nur Unt&amp;erschiede</translation>
    </message>
    <message>
        <source>Type words of a name, a key or an explanation, in any order</source>
        <translation>Wörter eines Namens, Schlüssels oder einer Erklärung eingeben, in beliebiger Folge</translation>
    </message>
    <message>
        <source>Hide what is the same or within noise (Alt+D)</source>
        <translation>Ausblenden, was gleich ist oder im Rauschen liegt (Alt+E)</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy the whole table as tab-separated text, with plain numbers in the stated unit (Alt+C)</source>
        <translation>Die ganze Tabelle als Text mit Tabulatoren kopieren, mit reinen Zahlen in der genannten Einheit (Alt+C)</translation>
    </message>
    <message>
        <source>The table is copied.</source>
        <translation>Die Tabelle ist kopiert.</translation>
    </message>
    <message>
        <source>Baseline: %1</source>
        <translation>Baseline: %1</translation>
    </message>
    <message>
        <source>The first %1 of %2 chosen studies stand here, as many as can be compared.</source>
        <translation>Hier stehen die ersten %1 von %2 gewählten Studien, so viele, wie sich vergleichen lassen.</translation>
    </message>
    <message>
        <source>Measure what the current row lacks</source>
        <translation>Messen, was der gewählten Zeile fehlt</translation>
    </message>
    <message>
        <source>Nothing differs beyond noise.</source>
        <translation>Nichts unterscheidet sich über das Rauschen hinaus.</translation>
    </message>
    <message>
        <source>Nothing that differs contains “%1”.</source>
        <translation>Nichts, was sich unterscheidet, enthält „%1“.</translation>
    </message>
    <message>
        <source>Show &amp;each</source>
        <translation>&amp;Einzeln zeigen</translation>
    </message>
    <message>
        <source>Show a row for each that the current row puts together (Alt+E)</source>
        <translation>Eine Zeile für jeden zeigen, den die aktuelle Zeile zusammenfasst (Alt+E)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::FieldList</name>
    <message>
        <source>Search quantities</source>
        <translation>Größen suchen</translation>
    </message>
    <message>
        <source>Quantities</source>
        <translation>Größen</translation>
    </message>
    <message>
        <source>Drag a quantity onto an axis, or press X, Y or 2 (second y)</source>
        <translation>Eine Größe auf eine Achse ziehen, oder X, Y oder 2 (zweites y) drücken</translation>
    </message>
    <message>
        <source>Varied</source>
        <translation>Variiert</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Same in all runs</source>
        <translation>In allen Läufen gleich</translation>
    </message>
    <message>
        <source>On &amp;x	X</source>
        <translation>Auf &amp;x	X</translation>
    </message>
    <message>
        <source>On &amp;y	Y</source>
        <translation>Auf &amp;y	Y</translation>
    </message>
    <message>
        <source>On the &amp;second y	2</source>
        <translation>Auf dem &amp;zweiten y	2</translation>
    </message>
</context>
<context>
    <name>throughline::ui::FieldPicker</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>throughline::ui::FigureTile</name>
    <message>
        <source>storage</source>
        <translation>Datenspeicher</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Abnehmer</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>max %1</source>
        <translation>max. %1</translation>
    </message>
    <message>
        <source>%1
The chart shows the whole measurement on the scale of what runs now; what is higher is cut off and has an arrow with its highest value.</source>
        <translation>%1
Das Diagramm zeigt die ganze Messung auf der Skala dessen, was gerade läuft; was höher liegt, ist abgeschnitten und hat einen Pfeil mit seinem höchsten Wert.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::GpuInfo</name>
    <message>
        <source>Choose “Nothing” or “Emulated accelerator”: neither needs a GPU.</source>
        <translation>„Nichts“ oder „Emulierter Beschleuniger“ wählen: Beide brauchen keine GPU.</translation>
    </message>
    <message>
        <source>%1, compute capability %2.%3, cannot be measured: it does not respond, or the plug-in (%4) has no code for it.</source>
        <translation>%1, Compute Capability %2.%3, kann nicht gemessen werden: Sie antwortet nicht, oder das Plug-in (%4) hat keinen Code für sie.</translation>
    </message>
    <message>
        <source>The engine gave no reason.</source>
        <translation>Die Engine nannte keinen Grund.</translation>
    </message>
    <message>
        <source>No NVIDIA GPU was found in this computer</source>
        <translation>In diesem Computer wurde keine NVIDIA-GPU gefunden</translation>
    </message>
</context>
<context>
    <name>throughline::ui::HelpWindow</name>
    <message>
        <source>Throughline help</source>
        <translation>Hilfe zu Throughline</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Find sections that contain all of these words (Ctrl+F)</source>
        <translation>Abschnitte finden, die alle diese Wörter enthalten (Strg+F)</translation>
    </message>
    <message>
        <source>Help contents</source>
        <translation>Inhalt der Hilfe</translation>
    </message>
    <message>
        <source>Choose a page</source>
        <translation>Eine Seite wählen</translation>
    </message>
    <message>
        <source>Help page</source>
        <translation>Hilfeseite</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Go to the previous page</source>
        <translation>Zur vorigen Seite gehen</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Go to the page from which you went back</source>
        <translation>Zu der Seite gehen, von der aus Sie zurückgegangen sind</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Finden</translation>
    </message>
    <message>
        <source>Go to the search</source>
        <translation>Zur Suche gehen</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Nothing found. Try fewer or other words.</source>
        <translation>Nichts gefunden. Weniger oder andere Wörter versuchen.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::HitCount</name>
    <message>
        <source>%1 of %2 studies</source>
        <translation>%1 von %2 Studien</translation>
    </message>
</context>
<context>
    <name>throughline::ui::HostPicker</name>
    <message>
        <source>Choose the computer that measures</source>
        <translation>Den Rechner wählen, der misst</translation>
    </message>
    <message>
        <source>Computer that measures</source>
        <translation>Rechner, der misst</translation>
    </message>
    <message>
        <source>Measure o&amp;n</source>
        <translation>Messen au&amp;f</translation>
    </message>
    <message>
        <source>Ask a&amp;gain</source>
        <translation>&amp;Noch einmal fragen</translation>
    </message>
    <message>
        <source>Ask the other computer once more whether it can measure</source>
        <translation>Den anderen Rechner noch einmal fragen, ob er messen kann</translation>
    </message>
    <message>
        <source>&amp;Install there…</source>
        <translation>Dort &amp;installieren…</translation>
    </message>
    <message>
        <source>Copy the engine of this computer to the other one; what is copied is shown first</source>
        <translation>Die Engine dieses Rechners auf den anderen kopieren; was kopiert wird, wird vorher gezeigt</translation>
    </message>
    <message>
        <source>Fetch the rec&amp;ord</source>
        <translation>Aufzeichn&amp;ung holen</translation>
    </message>
    <message>
        <source>Follow the newest of your runs there to its end, and bring its record home</source>
        <translation>Den neuesten Ihrer Läufe dort bis zum Ende verfolgen und seine Aufzeichnung holen</translation>
    </message>
    <message>
        <source>Type the folder of images or shards as that computer names it, or the address of a store</source>
        <translation>Den Ordner mit Bildern oder Shards eingeben, wie jener Rechner ihn nennt, oder die Adresse eines Objektspeichers</translation>
    </message>
    <message>
        <source>Folder of the images on the other computer</source>
        <translation>Ordner der Bilder auf dem anderen Rechner</translation>
    </message>
    <message>
        <source>I&amp;mages there</source>
        <translation>Bilder d&amp;ort</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Another computer…</source>
        <translation>Anderer Rechner…</translation>
    </message>
    <message>
        <source>Another computer</source>
        <translation>Anderer Rechner</translation>
    </message>
    <message>
        <source>Its name in your configuration of ssh, or user@host:</source>
        <translation>Sein Name in Ihrer ssh-Konfiguration, oder benutzer@rechner:</translation>
    </message>
    <message>
        <source>The engine is copied to %1.</source>
        <translation>Die Engine wird auf %1 kopiert.</translation>
    </message>
    <message>
        <source>Asking %1 whether it can measure…</source>
        <translation>%1 wird gefragt, ob er messen kann…</translation>
    </message>
    <message>
        <source>There is no Throughline on %1. Install it there first.</source>
        <translation>Auf %1 gibt es kein Throughline. Installieren Sie es zuerst dort.</translation>
    </message>
    <message>
        <source>Name the folder of the images on %1.</source>
        <translation>Nennen Sie den Ordner der Bilder auf %1.</translation>
    </message>
    <message>
        <source>The folder on %1 must be a whole path, which begins with /.</source>
        <translation>Der Ordner auf %1 muss ein vollständiger Pfad sein, der mit / beginnt.</translation>
    </message>
    <message>
        <source>Install on %1</source>
        <translation>Auf %1 installieren</translation>
    </message>
    <message>
        <source>Copy the engine of this computer to %1?</source>
        <translation>Die Engine dieses Rechners auf %1 kopieren?</translation>
    </message>
    <message>
        <source>%1: the program and its %2 libraries, to %3 there. Nothing else is changed, and deleting that folder removes it.</source>
        <translation>%1: das Programm und seine %2 Bibliotheken, dort nach %3. Sonst wird nichts geändert, und wer jenen Ordner löscht, entfernt es.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Throughline %1 answers on %2.</source>
        <translation>Throughline %1 antwortet auf %2.</translation>
    </message>
    <message>
        <source>Runs of yours that wait or go on there: %1.</source>
        <translation>Ihre Läufe, die dort warten oder laufen: %1.</translation>
    </message>
    <message>
        <source>%1 cannot measure yet; above it says why.</source>
        <translation>%1 kann noch nicht messen; oben steht, warum.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ImportAnswers</name>
    <message>
        <source>Column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>Series %1</source>
        <translation>Reihe %1</translation>
    </message>
    <message>
        <source>The file does not say:</source>
        <translation>Die Datei sagt nicht:</translation>
    </message>
    <message>
        <source>Use these answers for &amp;all files that ask this</source>
        <translation>Diese Antworten für &amp;alle Dateien verwenden, die danach fragen</translation>
    </message>
    <message>
        <source>Import each of these files again with these answers (Alt+A)</source>
        <translation>Jede dieser Dateien mit diesen Antworten erneut importieren (Alt+E)</translation>
    </message>
    <message>
        <source>Import &amp;again with this</source>
        <translation>Damit &amp;erneut importieren</translation>
    </message>
    <message>
        <source>Import again with these answers; the earlier result goes to the bin (Alt+A or Enter)</source>
        <translation>Mit diesen Antworten erneut importieren; das bisherige Ergebnis kommt in den Papierkorb (Alt+E oder Eingabe)</translation>
    </message>
    <message>
        <source>answered before</source>
        <translation>früher beantwortet</translation>
    </message>
    <message>
        <source>e.g. %1</source>
        <translation>z.&#xa0;B. %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Progress of the import</source>
        <translation>Fortschritt des Imports</translation>
    </message>
    <message>
        <source>About the selected file</source>
        <translation>Über die gewählte Datei</translation>
    </message>
    <message>
        <source>Hide the files that were taken in without a question</source>
        <translation>Die Dateien ausblenden, die ohne Rückfrage übernommen wurden</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Map &amp;columns…</source>
        <translation>Spalten &amp;zuordnen&#xa0;…</translation>
    </message>
    <message>
        <source>Assign the columns of a plain CSV file; remembered for the next import (Alt+C)</source>
        <translation>Die Spalten einer einfachen CSV-Datei zuordnen; wird für den nächsten Import gemerkt (Alt+Z)</translation>
    </message>
    <message>
        <source>&amp;Merge…</source>
        <translation>Zusammen&amp;führen&#xa0;…</translation>
    </message>
    <message>
        <source>Join by time the selected files, which were recorded during one run (Alt+M)</source>
        <translation>Die gewählten Dateien, die während eines Laufs aufgezeichnet wurden, nach der Zeit zusammenführen (Alt+F)</translation>
    </message>
    <message>
        <source>Copy &amp;list</source>
        <translation>&amp;Liste kopieren</translation>
    </message>
    <message>
        <source>Copy the list as text (Alt+L)</source>
        <translation>Die Liste als Text kopieren (Alt+L)</translation>
    </message>
    <message>
        <source>&amp;Show in charts</source>
        <translation>In &amp;Diagrammen zeigen</translation>
    </message>
    <message>
        <source>Plot the results of the selected files, or of all (Alt+S)</source>
        <translation>Die Ergebnisse der gewählten Dateien zeichnen, oder alle (Alt+D)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Stop the import; results imported so far are kept (Alt+T)</source>
        <translation>Den Import anhalten; bisher importierte Ergebnisse bleiben (Alt+A)</translation>
    </message>
    <message>
        <source>Clos&amp;e</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>Close this list (Esc)</source>
        <translation>Diese Liste schließen (Esc)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Not merged: %1</source>
        <translation>Nicht zusammengeführt: %1</translation>
    </message>
    <message>
        <source>One of the %1 files of a run, merged by time.</source>
        <translation>Eine von %1 nach der Zeit zusammengeführten Dateien eines Laufs.</translation>
    </message>
    <message>
        <source>merged</source>
        <translation>zusammengeführt</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>already imported</source>
        <translation>bereits importiert</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>not merged</source>
        <translation>nicht zusammengeführt</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>without results</source>
        <translation>ohne Ergebnisse</translation>
    </message>
    <message>
        <source>asks a question</source>
        <translation>stellt eine Frage</translation>
    </message>
    <message>
        <source>ask a question</source>
        <translation>stellen eine Frage</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>Dateien werden gesucht&#xa0;…</translation>
    </message>
    <message numerus="yes">
        <source>Show only the %n file(s) worth a look</source>
        <translation>
            <numerusform>Nur die %n Datei zeigen, die einen Blick braucht</numerusform>
            <numerusform>Nur die %n Dateien zeigen, die einen Blick brauchen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>throughline::ui::ImportFeed</name>
    <message>
        <source>Open results</source>
        <translation>Ergebnisse öffnen</translation>
    </message>
    <message>
        <source>All results (*);;Throughline records (*.tlrun);;JSON (*.json);;Logs and text (*.log *.txt *.out);;CSV (*.csv *.tsv)</source>
        <translation>Alle Ergebnisse (*);;Throughline-Aufzeichnungen (*.tlrun);;JSON (*.json);;Protokolle und Text (*.log *.txt *.out);;CSV (*.csv *.tsv)</translation>
    </message>
    <message>
        <source>Import a folder of results</source>
        <translation>Einen Ordner mit Ergebnissen importieren</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ImportRun</name>
    <message>
        <source>The file also holds %1, which was left out.</source>
        <translation>Die Datei enthält auch %1, was weggelassen wurde.</translation>
    </message>
    <message>
        <source>Throughline record</source>
        <translation>Throughline-Aufzeichnung</translation>
    </message>
    <message>
        <source>Damaged from line %1 on (%2); the lines before it were imported.</source>
        <translation>Ab Zeile %1 beschädigt (%2); die Zeilen davor wurden importiert.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::InputDelegate</name>
    <message>
        <source>typed in</source>
        <translation>eingegeben</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
</context>
<context>
    <name>throughline::ui::InputTableModel</name>
    <message>
        <source>Storage, catalogue</source>
        <translation>Datenspeicher, Katalog</translation>
    </message>
    <message>
        <source>Machine, catalogue</source>
        <translation>Maschine, Katalog</translation>
    </message>
    <message>
        <source>Link, catalogue</source>
        <translation>Verbindung, Katalog</translation>
    </message>
    <message>
        <source>Model, catalogue</source>
        <translation>Modell, Katalog</translation>
    </message>
    <message>
        <source>GPU rate, catalogue</source>
        <translation>GPU-Rate, Katalog</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>gemessen</translation>
    </message>
    <message>
        <source>typed in</source>
        <translation>eingegeben</translation>
    </message>
    <message>
        <source>This storage is not sold that way</source>
        <translation>Dieser Datenspeicher wird nicht so verkauft</translation>
    </message>
    <message>
        <source>differs from the base</source>
        <translation>weicht von der Basis ab</translation>
    </message>
    <message>
        <source>Choose a catalogue entry to fill in its inputs</source>
        <translation>Einen Katalogeintrag wählen, um seine Eingaben zu füllen</translation>
    </message>
    <message>
        <source>“%1” is not a number in %2</source>
        <translation>„%1“ ist keine Zahl in %2</translation>
    </message>
    <message>
        <source>Volume size</source>
        <translation>Größe des Volumes</translation>
    </message>
    <message>
        <source>Bandwidth, IOPS, burst credits and price follow from it</source>
        <translation>Bandbreite, IOPS, Burst-Guthaben und Preis folgen daraus</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Provisioned IOPS</source>
        <translation>Gekaufte IOPS</translation>
    </message>
    <message>
        <source>For volumes sold by IOPS (gp3, io1, io2 …)</source>
        <translation>Für Volumes, die nach IOPS verkauft werden (gp3, io1, io2 …)</translation>
    </message>
    <message>
        <source>as sold</source>
        <translation>wie verkauft</translation>
    </message>
    <message>
        <source>Provisioned bandwidth</source>
        <translation>Gekaufte Bandbreite</translation>
    </message>
    <message>
        <source>For volumes sold by bandwidth (gp3, Ultra …)</source>
        <translation>Für Volumes, die nach Bandbreite verkauft werden (gp3, Ultra …)</translation>
    </message>
    <message>
        <source>Hours of reading</source>
        <translation>Stunden Lesen</translation>
    </message>
    <message>
        <source>Burst credits count as their mean over this many hours, starting from a full balance</source>
        <translation>Burst-Guthaben zählt als Mittel über so viele Stunden, beginnend mit vollem Guthaben</translation>
    </message>
    <message>
        <source>no credits</source>
        <translation>kein Guthaben</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Datenspeicher</translation>
    </message>
    <message>
        <source>Computer</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>GPUs and network</source>
        <translation>GPUs und Netz</translation>
    </message>
    <message>
        <source>Job and prices</source>
        <translation>Auftrag und Preise</translation>
    </message>
</context>
<context>
    <name>throughline::ui::JobStrip</name>
    <message>
        <source>Progress of the study</source>
        <translation>Fortschritt der Studie</translation>
    </message>
    <message>
        <source>Images per second over the last 10 seconds</source>
        <translation>Bilder pro Sekunde in den letzten 10 Sekunden</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>Measurement</source>
        <translation>Messung</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>Pausiert.</translation>
    </message>
    <message>
        <source>Will pause after run %1.</source>
        <translation>Pausiert nach Lauf %1.</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::KindButton</name>
    <message>
        <source>Choose the kind of chart (Alt+K)</source>
        <translation>Die Diagrammart wählen (Alt+K)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>Show each run as one point</source>
        <translation>Jeden Lauf als einen Punkt zeigen</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Messwerte</translation>
    </message>
    <message>
        <source>Sampl&amp;es over time</source>
        <translation>&amp;Messwerte im Zeitverlauf</translation>
    </message>
    <message>
        <source>Show each second of a run as one point</source>
        <translation>Jede Sekunde eines Laufs als einen Punkt zeigen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Heat &amp;map</source>
        <translation>Hea&amp;tmap</translation>
    </message>
    <message>
        <source>Show a heat map of two settings, with a cell for each run</source>
        <translation>Eine Heatmap zweier Einstellungen zeigen, mit einer Zelle je Lauf</translation>
    </message>
    <message>
        <source>Percentiles</source>
        <translation>Perzentile</translation>
    </message>
    <message>
        <source>Latency &amp;percentiles</source>
        <translation>Latenz-&amp;Perzentile</translation>
    </message>
    <message>
        <source>Show how slow the slowest reads are: p50 to p99.99, one curve per run</source>
        <translation>Zeigen, wie langsam die langsamsten Lesezugriffe sind: p50 bis p99.99, eine Kurve je Lauf</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>&amp;Histogram</source>
        <translation>&amp;Histogramm</translation>
    </message>
    <message>
        <source>Show latencies of runs and file sizes of data sets in power-of-two bins</source>
        <translation>Latenzen von Läufen und Dateigrößen von Datensätzen in Klassen von Zweierpotenzen zeigen</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>Stacked bars of sta&amp;ges</source>
        <translation>&amp;Gestapelte Balken der Stufen</translation>
    </message>
    <message>
        <source>Show how the workers of each stage spent their time, and the CPU time per image</source>
        <translation>Zeigen, womit die Threads jeder Stufe ihre Zeit verbrachten, und die CPU-Zeit je Bild</translation>
    </message>
    <message>
        <source>Kind of chart: %1</source>
        <translation>Diagrammart: %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::LibraryPanel</name>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>Back up the library</source>
        <translation>Bibliothek sichern</translation>
    </message>
    <message>
        <source>Libraries (*.sqlite)</source>
        <translation>Bibliotheken (*.sqlite)</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Sicherung zurückspielen</translation>
    </message>
    <message>
        <source>Take the others out of the charts</source>
        <translation>Die anderen aus den Diagrammen nehmen</translation>
    </message>
    <message>
        <source>Nothing else is plotted now.</source>
        <translation>Sonst ist nichts im Diagramm.</translation>
    </message>
    <message>
        <source>Select or plot two or more studies to compare them.</source>
        <translation>Zwei oder mehr Studien auswählen oder zeichnen, um sie zu vergleichen.</translation>
    </message>
    <message>
        <source>Clear the charts</source>
        <translation>Diagramme leeren</translation>
    </message>
    <message>
        <source>The charts are cleared.</source>
        <translation>Die Diagramme sind leer.</translation>
    </message>
    <message>
        <source>The folder for temporary files cannot be written. Save the study with Ctrl+S instead.</source>
        <translation>Der Ordner für temporäre Dateien ist nicht schreibbar. Die Studie stattdessen mit Strg+S speichern.</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n study(s)</source>
        <translation>
            <numerusform>%n Studie löschen</numerusform>
            <numerusform>%n Studien löschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n study(s) moved to the bin.</source>
        <translation>
            <numerusform>%n Studie in den Papierkorb verschoben.</numerusform>
            <numerusform>%n Studien in den Papierkorb verschoben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Change study</source>
        <translation>Studie ändern</translation>
    </message>
    <message numerus="yes">
        <source>Save %n study(s)</source>
        <translation>
            <numerusform>%n Studie speichern</numerusform>
            <numerusform>%n Studien speichern</numerusform>
        </translation>
    </message>
    <message>
        <source>Throughline records without host names (*.tlrun)</source>
        <translation>Throughline-Aufzeichnungen ohne Rechnernamen (*.tlrun)</translation>
    </message>
    <message>
        <source>Throughline records (*.tlrun)</source>
        <translation>Throughline-Aufzeichnungen (*.tlrun)</translation>
    </message>
    <message>
        <source>Nothing measured yet.

Measure this computer, or drop the results of fio, iostat, nvidia-smi, a training log … here.</source>
        <translation>Noch nichts gemessen.

Diesen Rechner messen, oder hier Ergebnisse von fio, iostat, nvidia-smi, ein Trainingsprotokoll&#xa0;… ablegen.</translation>
    </message>
    <message>
        <source>No study contains “%1”.</source>
        <translation>Keine Studie enthält „%1“.</translation>
    </message>
    <message>
        <source>Fold the list by source, computer, device or model</source>
        <translation>Die Liste nach Quelle, Rechner, Gerät oder Modell gliedern</translation>
    </message>
    <message>
        <source>&amp;Bin…</source>
        <translation>&amp;Papierkorb&#xa0;…</translation>
    </message>
    <message>
        <source>Show the deleted studies, to restore them or delete them permanently</source>
        <translation>Die gelöschten Studien zeigen, um sie wiederherzustellen oder endgültig zu löschen</translation>
    </message>
    <message>
        <source>Back &amp;up…</source>
        <translation>&amp;Sichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save the whole library to one file</source>
        <translation>Die ganze Bibliothek in eine Datei sichern</translation>
    </message>
    <message>
        <source>&amp;Restore a backup…</source>
        <translation>Sicherung zu&amp;rückspielen&#xa0;…</translation>
    </message>
    <message>
        <source>Replace the library with a backup; the current one is kept</source>
        <translation>Die Bibliothek durch eine Sicherung ersetzen; die jetzige bleibt erhalten</translation>
    </message>
    <message>
        <source>&amp;Check the library</source>
        <translation>Bibliothek prü&amp;fen</translation>
    </message>
    <message>
        <source>Check the whole library; if it is damaged, set it aside and rescue its studies</source>
        <translation>Die ganze Bibliothek prüfen; ist sie beschädigt, sie beiseitelegen und ihre Studien retten</translation>
    </message>
    <message>
        <source>Show result</source>
        <translation>Ergebnis zeigen</translation>
    </message>
    <message>
        <source>Show verdict, runs and notes of the study</source>
        <translation>Befund, Läufe und Notizen der Studie zeigen</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Ins Diagramm</translation>
    </message>
    <message>
        <source>Add the selected studies to the charts, or take them out</source>
        <translation>Die gewählten Studien in die Diagramme nehmen oder aus ihnen entfernen</translation>
    </message>
    <message>
        <source>Plot only these</source>
        <translation>Nur diese ins Diagramm</translation>
    </message>
    <message>
        <source>Show the selected studies in the charts, and no others</source>
        <translation>Die gewählten Studien in den Diagrammen zeigen, und keine anderen</translation>
    </message>
    <message>
        <source>Compare figures</source>
        <translation>Kennzahlen vergleichen</translation>
    </message>
    <message>
        <source>Show the figures of the selected studies side by side, or of those that are plotted</source>
        <translation>Die Kennzahlen der gewählten Studien nebeneinander zeigen, oder die der Studien im Diagramm</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Change the title of this study</source>
        <translation>Den Titel dieser Studie ändern</translation>
    </message>
    <message>
        <source>Save as .tlrun…</source>
        <translation>Als .tlrun speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save the selected studies to one file that another Throughline can open</source>
        <translation>Die gewählten Studien in eine Datei speichern, die ein anderes Throughline öffnen kann</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Make this study the one that others are compared with; choose again to undo</source>
        <translation>Diese Studie zu der machen, mit der andere verglichen werden; erneut wählen, um es zurückzunehmen</translation>
    </message>
    <message>
        <source>Settings and notes</source>
        <translation>Einstellungen, Notizen</translation>
    </message>
    <message>
        <source>Show how this study was measured, and edit its title, tags, note and price</source>
        <translation>Zeigen, wie diese Studie gemessen wurde, und Titel, Schlagwörter, Notiz und Preis bearbeiten</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Move the selected studies to the bin; Ctrl+Z brings them back</source>
        <translation>Die gewählten Studien in den Papierkorb verschieben; Strg+Z holt sie zurück</translation>
    </message>
    <message>
        <source>Take out of the charts</source>
        <translation>Aus den Diagrammen nehmen</translation>
    </message>
    <message>
        <source>Taken out of the charts.</source>
        <translation>Aus den Diagrammen genommen.</translation>
    </message>
    <message>
        <source>The library is being read.</source>
        <translation>Die Bibliothek wird gelesen.</translation>
    </message>
    <message>
        <source>The library cannot be read.</source>
        <translation>Die Bibliothek kann nicht gelesen werden.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::LibraryService</name>
    <message>
        <source>%1 is read-only: studies can be explored and exported, but not changed or added.</source>
        <translation>%1 ist schreibgeschützt: Studien können erkundet und exportiert, aber nicht geändert oder hinzugefügt werden.</translation>
    </message>
    <message>
        <source>Damaged from line %1 on (%2); the lines before it were imported.</source>
        <translation>Ab Zeile %1 beschädigt (%2); die Zeilen davor wurden importiert.</translation>
    </message>
    <message>
        <source>The study is already in the library.</source>
        <translation>Die Studie ist bereits in der Bibliothek.</translation>
    </message>
    <message>
        <source>Restored. The previous library is kept in %1.</source>
        <translation>Wiederhergestellt. Die bisherige Bibliothek liegt in %1.</translation>
    </message>
    <message>
        <source>The library is intact.</source>
        <translation>Die Bibliothek ist unversehrt.</translation>
    </message>
    <message>
        <source>The library was damaged. It is set aside, and a new one is made from its records: do this again.</source>
        <translation>Die Bibliothek war beschädigt. Sie wurde zur Seite gelegt, und eine neue entsteht aus ihren Aufzeichnungen: Bitte noch einmal versuchen.</translation>
    </message>
    <message>
        <source>make the folder %1</source>
        <translation>den Ordner %1 anlegen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::LimitBars</name>
    <message>
        <source>Whole pipeline</source>
        <translation>Ganze Pipeline</translation>
    </message>
    <message>
        <source>What each stage delivers alone, and what the whole pipeline delivers, on a logarithmic scale</source>
        <translation>Was jede Stufe einzeln liefert und was die ganze Pipeline liefert, auf logarithmischer Skala</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, limits</source>
        <translation>%1, begrenzt</translation>
    </message>
    <message>
        <source>%1  limits</source>
        <translation>%1  begrenzt</translation>
    </message>
    <message>
        <source>What each stage delivers alone, and what the whole pipeline delivers</source>
        <translation>Was jede Stufe einzeln liefert und was die ganze Pipeline liefert</translation>
    </message>
    <message>
        <source>log scale</source>
        <translation>logarithmisch</translation>
    </message>
</context>
<context>
    <name>throughline::ui::LivePanel</name>
    <message>
        <source>Preparing the measurement</source>
        <translation>Messung wird vorbereitet</translation>
    </message>
    <message>
        <source>Run %1 of %2</source>
        <translation>Lauf %1 von %2</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>wird angehalten</translation>
    </message>
    <message>
        <source>paused before it starts</source>
        <translation>pausiert vor dem Start</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>wird vorbereitet</translation>
    </message>
    <message>
        <source>emptying the page cache</source>
        <translation>Page-Cache wird geleert</translation>
    </message>
    <message>
        <source>loading images into memory</source>
        <translation>Bilder werden in den Arbeitsspeicher geladen</translation>
    </message>
    <message>
        <source>warming up</source>
        <translation>Aufwärmphase</translation>
    </message>
    <message>
        <source>finishing</source>
        <translation>wird abgeschlossen</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>misst</translation>
    </message>
    <message>
        <source>Playing – nothing is recorded</source>
        <translation>Probelauf – nichts wird aufgezeichnet</translation>
    </message>
    <message>
        <source>Measuring</source>
        <translation>Messung läuft</translation>
    </message>
    <message>
        <source>Full pipeline</source>
        <translation>Ganze Pipeline</translation>
    </message>
    <message numerus="yes">
        <source>%n decode thread(s)</source>
        <translation>
            <numerusform>%n Dekodier-Thread</numerusform>
            <numerusform>%n Dekodier-Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>proxy of %1</source>
        <translation>Proxy für %1</translation>
    </message>
    <message numerus="yes">
        <source>(and %n more note(s))</source>
        <translation>
            <numerusform>(und %n weiterer Hinweis)</numerusform>
            <numerusform>(und %n weitere Hinweise)</numerusform>
        </translation>
    </message>
    <message>
        <source>random reads</source>
        <translation>zufälliges Lesen</translation>
    </message>
    <message>
        <source>sequential reads</source>
        <translation>fortlaufendes Lesen</translation>
    </message>
    <message>
        <source>random writes</source>
        <translation>zufälliges Schreiben</translation>
    </message>
    <message>
        <source>sequential writes</source>
        <translation>fortlaufendes Schreiben</translation>
    </message>
    <message>
        <source>metadata of small files</source>
        <translation>Metadaten kleiner Dateien</translation>
    </message>
    <message>
        <source>ImageNet file sizes</source>
        <translation>Dateigrößen von ImageNet</translation>
    </message>
    <message>
        <source>%1, %2, depth %3</source>
        <translation>%1, %2, Tiefe %3</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n Job</numerusform>
            <numerusform>%n Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>through the page cache</source>
        <translation>durch den Page-Cache</translation>
    </message>
    <message>
        <source>copying the data set</source>
        <translation>der Datensatz wird kopiert</translation>
    </message>
    <message>
        <source>round %1 of %2</source>
        <translation>Runde %1 von %2</translation>
    </message>
    <message>
        <source>repeat %1 of %2</source>
        <translation>Wiederholung %1 von %2</translation>
    </message>
    <message>
        <source>What its threads did before they were slowed down</source>
        <translation>Was seine Threads taten, bevor sie gebremst wurden</translation>
    </message>
    <message>
        <source>What its threads did in the last second</source>
        <translation>Was seine Threads in der letzten Sekunde taten</translation>
    </message>
    <message>
        <source>watching</source>
        <translation>beobachtet</translation>
    </message>
    <message>
        <source>slowing it down for moments</source>
        <translation>bremst ihn für Augenblicke</translation>
    </message>
    <message>
        <source>Observing a running job</source>
        <translation>Ein laufender Job wird beobachtet</translation>
    </message>
    <message>
        <source>On %1: connecting</source>
        <translation>Auf %1: verbindet sich</translation>
    </message>
    <message>
        <source>On %1: %2</source>
        <translation>Auf %1: %2</translation>
    </message>
    <message>
        <source>no word from %1</source>
        <translation>keine Nachricht von %1</translation>
    </message>
    <message>
        <source>Tr&amp;y now</source>
        <translation>&amp;Jetzt versuchen</translation>
    </message>
    <message>
        <source>Connect to the other computer at once, without the wait</source>
        <translation>Sofort mit dem anderen Rechner verbinden, ohne zu warten</translation>
    </message>
    <message>
        <source>Last heard from %1 %2 ago.</source>
        <translation>Zuletzt vor %2 von %1 gehört.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::LooksByCondition</name>
    <message>
        <source>%1 has %2 values; colours repeat after %3.</source>
        <translation>%1 hat %2 Werte; die Farben wiederholen sich nach %3.</translation>
    </message>
    <message>
        <source>%1 has %2 values; markers repeat after %3.</source>
        <translation>%1 hat %2 Werte; die Symbole wiederholen sich nach %3.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::Machines</name>
    <message>
        <source>device not recorded</source>
        <translation>Gerät nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>host not recorded</source>
        <translation>Rechner nicht aufgezeichnet</translation>
    </message>
</context>
<context>
    <name>throughline::ui::MainWindow</name>
    <message>
        <source>Raw data is being written</source>
        <translation>Rohdaten werden geschrieben</translation>
    </message>
    <message>
        <source>Discard the file, or wait until it is complete?</source>
        <translation>Die Datei verwerfen oder warten, bis sie vollständig ist?</translation>
    </message>
    <message>
        <source>%1 is not complete yet. Closing the window now deletes it.</source>
        <translation>%1 ist noch nicht vollständig. Wird das Fenster jetzt geschlossen, wird sie gelöscht.</translation>
    </message>
    <message>
        <source>&amp;Discard it and close</source>
        <translation>&amp;Verwerfen und schließen</translation>
    </message>
    <message>
        <source>&amp;Wait</source>
        <translation>&amp;Warten</translation>
    </message>
    <message>
        <source>Throughline</source>
        <translation>Throughline</translation>
    </message>
    <message>
        <source>This build does not include the demo recordings.</source>
        <translation>Dieses Programm wurde ohne die Demo-Aufzeichnungen gebaut.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Measure this computer (Ctrl+2)</source>
        <translation>Diesen Rechner messen (Strg+2)</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Show verdict, runs and notes of the chosen study (Ctrl+3)</source>
        <translation>Befund, Läufe und Notizen der gewählten Studie zeigen (Strg+3)</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>Erkunden</translation>
    </message>
    <message>
        <source>Show charts and tables of the plotted studies (Ctrl+4)</source>
        <translation>Diagramme und Tabellen der Studien im Diagramm zeigen (Strg+4)</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <source>Predict the rate on other disks, machines and GPUs (Ctrl+5)</source>
        <translation>Die Rate auf anderen Datenträgern, Maschinen und GPUs vorhersagen (Strg+5)</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Show all figures of the chosen study, or compare those of several (Ctrl+6)</source>
        <translation>Alle Kennzahlen der gewählten Studie zeigen, oder die mehrerer vergleichen (Strg+6)</translation>
    </message>
    <message>
        <source>Settings and notes</source>
        <translation>Einstellungen, Notizen</translation>
    </message>
    <message>
        <source>Show how the chosen study was measured, and edit its title, tags and note (Ctrl+7)</source>
        <translation>Zeigen, wie die gewählte Studie gemessen wurde, und Titel, Schlagwörter und Notiz bearbeiten (Strg+7)</translation>
    </message>
    <message>
        <source>Studies</source>
        <translation>Studien</translation>
    </message>
    <message>
        <source>The library cannot be used: %1</source>
        <translation>Die Bibliothek kann nicht benutzt werden: %1</translation>
    </message>
    <message>
        <source>Library rescued</source>
        <translation>Bibliothek gerettet</translation>
    </message>
    <message>
        <source>%1 could not be opened: %2</source>
        <translation>%1 konnte nicht geöffnet werden: %2</translation>
    </message>
    <message>
        <source>The measuring program throughline-engine was not found (looked for %1). You can open and explore results; to measure, install it beside this program.</source>
        <translation>Das Messprogramm throughline-engine wurde nicht gefunden (gesucht: %1). Ergebnisse können geöffnet und erkundet werden; zum Messen bitte neben diesem Programm installieren.</translation>
    </message>
    <message>
        <source>Throughline ended unexpectedly</source>
        <translation>Throughline wurde unerwartet beendet</translation>
    </message>
    <message>
        <source>Throughline ended unexpectedly last time.</source>
        <translation>Throughline wurde beim letzten Mal unerwartet beendet.</translation>
    </message>
    <message>
        <source>Your studies are intact, and a measurement that was running is shown again. You can save a report for the developers. If this happens again, start throughline --safe-mode.</source>
        <translation>Ihre Studien sind unversehrt, und eine laufende Messung wird wieder gezeigt. Sie können einen Bericht für die Entwickler speichern. Geschieht das erneut, „throughline --safe-mode“ starten.</translation>
    </message>
    <message>
        <source>&amp;Save a report…</source>
        <translation>Bericht &amp;speichern&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>Choose the colours of the window</source>
        <translation>Die Farben des Fensters wählen</translation>
    </message>
    <message>
        <source>Same as the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>&amp;Größer</translation>
    </message>
    <message>
        <source>Make everything in the window larger</source>
        <translation>Alles im Fenster vergrößern</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>Kle&amp;iner</translation>
    </message>
    <message>
        <source>Make everything in the window smaller</source>
        <translation>Alles im Fenster verkleinern</translation>
    </message>
    <message>
        <source>&amp;Normal size</source>
        <translation>Norm&amp;ale Größe</translation>
    </message>
    <message>
        <source>Use the text size of the desktop again</source>
        <translation>Wieder die Textgröße der Arbeitsumgebung verwenden</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Fill the screen; choose again to leave</source>
        <translation>Den Bildschirm füllen; erneut wählen, um ihn zu verlassen</translation>
    </message>
    <message>
        <source>Gallery › %1</source>
        <translation>Galerie › %1</translation>
    </message>
    <message>
        <source>What if › %1</source>
        <translation>Was wäre wenn › %1</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>Messun&amp;g</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New measurement</source>
        <translation>&amp;Neue Messung</translation>
    </message>
    <message>
        <source>Show the form for a new measurement</source>
        <translation>Das Formular für eine neue Messung zeigen</translation>
    </message>
    <message>
        <source>&amp;Open or import…</source>
        <translation>Ö&amp;ffnen oder importieren&#xa0;…</translation>
    </message>
    <message>
        <source>Add records, and results of fio, iostat, nvidia-smi, training logs and more, to the library</source>
        <translation>Aufzeichnungen und Ergebnisse von fio, iostat, nvidia-smi, Trainingsprotokolle und mehr in die Bibliothek aufnehmen</translation>
    </message>
    <message>
        <source>Import &amp;folder…</source>
        <translation>Ordner i&amp;mportieren&#xa0;…</translation>
    </message>
    <message>
        <source>Import every result in a folder</source>
        <translation>Jedes Ergebnis in einem Ordner importieren</translation>
    </message>
    <message>
        <source>Look at the &amp;demo</source>
        <translation>Dem&amp;o ansehen</translation>
    </message>
    <message>
        <source>Open the recordings that come with the program</source>
        <translation>Die Aufzeichnungen öffnen, die dem Programm beiliegen</translation>
    </message>
    <message>
        <source>&amp;Library</source>
        <translation>&amp;Bibliothek</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Das Fenster schließen</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>Die letzte Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo the last undone change</source>
        <translation>Die zuletzt rückgängig gemachte Änderung wiederholen</translation>
    </message>
    <message>
        <source>&amp;Clear the charts</source>
        <translation>&amp;Diagramme leeren</translation>
    </message>
    <message>
        <source>Take all studies out of the charts</source>
        <translation>Alle Studien aus den Diagrammen nehmen</translation>
    </message>
    <message>
        <source>&amp;Filter studies</source>
        <translation>Studien &amp;filtern</translation>
    </message>
    <message>
        <source>Go to the filter above the list of studies</source>
        <translation>Zum Filter über der Liste der Studien gehen</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Einstellungen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose colours, size, what to begin with and where data sets are made</source>
        <translation>Farben, Größe, Startseite und Ort der Datensätze wählen</translation>
    </message>
    <message>
        <source>Char&amp;t</source>
        <translation>Diag&amp;ramm</translation>
    </message>
    <message>
        <source>&amp;Gallery of charts…</source>
        <translation>&amp;Galerie der Diagramme&#xa0;…</translation>
    </message>
    <message>
        <source>Choose a saved view, or a chart of the published studies, by its picture</source>
        <translation>Eine gespeicherte Ansicht oder ein Diagramm der veröffentlichten Studien nach seinem Bild wählen</translation>
    </message>
    <message>
        <source>&amp;Kind of chart</source>
        <translation>Diagrammar&amp;t</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Welcome</source>
        <translation>&amp;Willkommen</translation>
    </message>
    <message>
        <source>Show the welcome page</source>
        <translation>Die Startseite zeigen</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>Show the Measure tab</source>
        <translation>Den Reiter „Messen“ zeigen</translation>
    </message>
    <message>
        <source>&amp;Result</source>
        <translation>E&amp;rgebnis</translation>
    </message>
    <message>
        <source>Show the result of the chosen study</source>
        <translation>Das Ergebnis der gewählten Studie zeigen</translation>
    </message>
    <message>
        <source>&amp;Explore</source>
        <translation>&amp;Erkunden</translation>
    </message>
    <message>
        <source>Show the Explore tab</source>
        <translation>Den Reiter „Erkunden“ zeigen</translation>
    </message>
    <message>
        <source>What &amp;if</source>
        <translation>Wa&amp;s wäre wenn</translation>
    </message>
    <message>
        <source>Show the What-if tab</source>
        <translation>Den Reiter „Was wäre wenn“ zeigen</translation>
    </message>
    <message>
        <source>F&amp;igures</source>
        <translation>&amp;Kennzahlen</translation>
    </message>
    <message>
        <source>Show all figures of the chosen study</source>
        <translation>Alle Kennzahlen der gewählten Studie zeigen</translation>
    </message>
    <message>
        <source>Settings and &amp;notes</source>
        <translation>Einstellungen und &amp;Notizen</translation>
    </message>
    <message>
        <source>Show how the chosen study was measured, and what is said of it</source>
        <translation>Zeigen, wie die gewählte Studie gemessen wurde und was über sie gesagt wird</translation>
    </message>
    <message>
        <source>Re&amp;port</source>
        <translation>&amp;Bericht</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>Den Bericht zeigen</translation>
    </message>
    <message>
        <source>S&amp;tudies</source>
        <translation>S&amp;tudien</translation>
    </message>
    <message>
        <source>Show or hide the list of studies</source>
        <translation>Die Liste der Studien zeigen oder ausblenden</translation>
    </message>
    <message>
        <source>Arrange the &amp;list</source>
        <translation>&amp;Liste gliedern</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Move the list of studies back to the left</source>
        <translation>Die Liste der Studien wieder nach links setzen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>F&amp;ind…</source>
        <translation>F&amp;inden&#xa0;…</translation>
    </message>
    <message>
        <source>Find a command, study, view, quantity, setting or help page by a few letters</source>
        <translation>Einen Befehl, eine Studie, Ansicht, Größe, Einstellung oder Hilfeseite anhand einiger Buchstaben finden</translation>
    </message>
    <message>
        <source>Show the help page of the tab in front</source>
        <translation>Die Hilfeseite zum vorderen Reiter zeigen</translation>
    </message>
    <message>
        <source>&amp;What’s this?</source>
        <translation>&amp;Was ist das?</translation>
    </message>
    <message>
        <source>Explain the control that you click next</source>
        <translation>Das Bedienelement erklären, das Sie als Nächstes anklicken</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>Show all keyboard shortcuts in one table</source>
        <translation>Alle Tastenkürzel in einer Tabelle zeigen</translation>
    </message>
    <message>
        <source>&amp;Diagnostics</source>
        <translation>&amp;Diagnose</translation>
    </message>
    <message>
        <source>Show whether engine, io_uring, memory lock and GPU were found and, if not, why</source>
        <translation>Zeigen, ob Engine, io_uring, Speichersperre und GPU gefunden wurden und, falls nicht, warum</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>&amp;Glossar</translation>
    </message>
    <message>
        <source>Explain the words used in this program</source>
        <translation>Die Wörter erklären, die dieses Programm verwendet</translation>
    </message>
    <message>
        <source>&amp;About Throughline</source>
        <translation>Ü&amp;ber Throughline</translation>
    </message>
    <message>
        <source>Show the version and licences</source>
        <translation>Version und Lizenzen zeigen</translation>
    </message>
    <message>
        <source>The charts were changed.</source>
        <translation>Die Diagramme wurden geändert.</translation>
    </message>
    <message>
        <source>Show charts</source>
        <translation>Diagramme zeigen</translation>
    </message>
    <message>
        <source>Show the Explore tab (Ctrl+4)</source>
        <translation>Den Reiter Erkunden zeigen (Strg+4)</translation>
    </message>
    <message>
        <source>colours, mode, appearance</source>
        <translation>Farben, Modus, Aussehen, colours, mode</translation>
    </message>
    <message>
        <source>zoom in, text size, font</source>
        <translation>vergrößern, Zoom, Textgröße, Schrift</translation>
    </message>
    <message>
        <source>zoom out, text size, font</source>
        <translation>verkleinern, Zoom, Textgröße, Schrift</translation>
    </message>
    <message>
        <source>run, benchmark, start</source>
        <translation>Lauf, Benchmark, starten, run</translation>
    </message>
    <message>
        <source>show, verdict, bottleneck</source>
        <translation>Befund, Engpass, show, verdict</translation>
    </message>
    <message>
        <source>chart, graph, plot, sweep</source>
        <translation>Diagramm, Kurve, Reihe, plot, chart</translation>
    </message>
    <message>
        <source>whatif, predict, forecast, cloud, price</source>
        <translation>whatif, Vorhersage, Prognose, Cloud, Preis</translation>
    </message>
    <message>
        <source>compare, metrics, differences</source>
        <translation>vergleichen, Metriken, Unterschiede, compare</translation>
    </message>
    <message>
        <source>pdf, html, document, share</source>
        <translation>PDF, HTML, Dokument, teilen, report</translation>
    </message>
    <message>
        <source>“%1” is shown.</source>
        <translation>„%1“ wird gezeigt.</translation>
    </message>
    <message numerus="yes">
        <source>Taken out of the charts: %n study(s).</source>
        <translation>
            <numerusform>Aus den Diagrammen genommen: %n Studie.</numerusform>
            <numerusform>Aus den Diagrammen genommen: %n Studien.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added to the charts: %n study(s).</source>
        <translation>
            <numerusform>In die Diagramme aufgenommen: %n Studie.</numerusform>
            <numerusform>In die Diagramme aufgenommen: %n Studien.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>throughline::ui::MakeDatasetDialog</name>
    <message>
        <source>Make a data set</source>
        <translation>Datensatz erzeugen</translation>
    </message>
    <message>
        <source>Choose a new or empty folder on the disk that you want to measure</source>
        <translation>Einen neuen oder leeren Ordner auf dem Datenträger wählen, der gemessen werden soll</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>&amp;Wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose where to write the data set (Alt+C)</source>
        <translation>Wählen, wohin der Datensatz geschrieben wird (Alt+W)</translation>
    </message>
    <message>
        <source>Folder for the data set</source>
        <translation>Ordner für den Datensatz</translation>
    </message>
    <message>
        <source>Choose how many images to make. They are like those of ImageNet: 110 kB and 500 × 375 pixels on average.</source>
        <translation>Wählen, wie viele Bilder erzeugt werden. Sie gleichen denen von ImageNet: im Mittel 110 kB und 500 × 375 Pixel.</translation>
    </message>
    <message>
        <source>Draw only this many and copy them under new names:</source>
        <translation>Nur so viele zeichnen und unter neuen Namen kopieren:</translation>
    </message>
    <message>
        <source>Copy images instead of drawing each one: much quicker for large data sets, and the disk reads copies like any other file</source>
        <translation>Bilder kopieren, statt jedes zu zeichnen: bei großen Datensätzen viel schneller, und der Datenträger liest Kopien wie jede andere Datei</translation>
    </message>
    <message>
        <source>Different pictures</source>
        <translation>Verschiedene Bilder</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>&amp;Folder</source>
        <translation>&amp;Ordner</translation>
    </message>
    <message>
        <source>&amp;Images</source>
        <translation>&amp;Bilder</translation>
    </message>
    <message>
        <source>&amp;Make</source>
        <translation>&amp;Erzeugen</translation>
    </message>
    <message>
        <source>Start writing the images (Enter)</source>
        <translation>Mit dem Schreiben der Bilder beginnen (Eingabe)</translation>
    </message>
    <message>
        <source>Stop; finished files are kept, and making resumes here next time (Esc)</source>
        <translation>Anhalten; fertige Dateien bleiben, und das Erzeugen geht hier beim nächsten Mal weiter (Esc)</translation>
    </message>
    <message>
        <source>Choose where to write the data set.</source>
        <translation>Wählen, wohin der Datensatz geschrieben wird.</translation>
    </message>
    <message>
        <source>Writes about %1; %2 are free in that folder.</source>
        <translation>Schreibt etwa %1; in diesem Ordner sind %2 frei.</translation>
    </message>
    <message>
        <source>%1 of %2 images, %3 written</source>
        <translation>%1 von %2 Bildern, %3 geschrieben</translation>
    </message>
    <message>
        <source>Finished files are kept. Press Resume to make the rest.</source>
        <translation>Fertige Dateien bleiben. „Fortsetzen“ erzeugt den Rest.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>%1 of %2 images, %3 written, %4 left</source>
        <translation>%1 von %2 Bildern, %3 geschrieben, noch %4</translation>
    </message>
</context>
<context>
    <name>throughline::ui::MeasureFeed</name>
    <message>
        <source>The measurement is done.</source>
        <translation>Die Messung ist fertig.</translation>
    </message>
    <message>
        <source>The measurement was stopped; what was measured is kept.</source>
        <translation>Die Messung wurde angehalten; was gemessen wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Played. Nothing was recorded.</source>
        <translation>Probelauf beendet. Nichts wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>The measurement continues in the background.</source>
        <translation>Die Messung geht im Hintergrund weiter.</translation>
    </message>
    <message>
        <source>The measurement failed.</source>
        <translation>Die Messung ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The measurement was interrupted; what was measured is kept.</source>
        <translation>Die Messung wurde unterbrochen; was gemessen wurde, bleibt erhalten.</translation>
    </message>
    <message>
        <source>The measurement could not be started.</source>
        <translation>Die Messung konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>The record %1 is gone: its folder was moved or deleted during the measurement. If it was moved, open the record from there.</source>
        <translation>Die Aufzeichnung %1 ist weg: Ihr Ordner wurde während der Messung verschoben oder gelöscht. Wurde er verschoben, die Aufzeichnung von dort öffnen.</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Start the measurement described in the form</source>
        <translation>Die im Formular beschriebene Messung starten</translation>
    </message>
    <message>
        <source>&amp;Pause after this run</source>
        <translation>Nach diesem Lauf &amp;pausieren</translation>
    </message>
    <message>
        <source>Finish the current run, then wait; choose again to resume</source>
        <translation>Den aktuellen Lauf beenden, dann warten; erneut wählen, um fortzusetzen</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Stop the measurement and keep what was measured</source>
        <translation>Die Messung anhalten und das Gemessene behalten</translation>
    </message>
    <message>
        <source>The settings are in the form, which appears when the measurement ends.</source>
        <translation>Die Einstellungen stehen im Formular, das nach dem Ende der Messung erscheint.</translation>
    </message>
    <message>
        <source>Another measurement is running. Start this one when it ends.</source>
        <translation>Eine andere Messung läuft. Diese nach deren Ende starten.</translation>
    </message>
    <message>
        <source>A measurement is running. Play when it ends.</source>
        <translation>Eine Messung läuft. Den Probelauf nach deren Ende starten.</translation>
    </message>
    <message>
        <source>Another measurement is running. Measure the missing points when it ends.</source>
        <translation>Eine andere Messung läuft. Die fehlenden Punkte nach deren Ende messen.</translation>
    </message>
    <message>
        <source>A measurement started earlier is still running.</source>
        <translation>Eine früher gestartete Messung läuft noch.</translation>
    </message>
    <message>
        <source>The engine refused the request: %1</source>
        <translation>Die Engine lehnte die Anforderung ab: %1</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Pausing after this run…</source>
        <translation>&amp;Pausiert nach diesem Lauf&#xa0;…</translation>
    </message>
    <message>
        <source>Go on with the next run (Ctrl+P)</source>
        <translation>Mit dem nächsten Lauf fortfahren (Strg+P)</translation>
    </message>
    <message>
        <source>The current run is finished first. Choose again to go on without a pause (Ctrl+P)</source>
        <translation>Der aktuelle Lauf wird zuerst beendet. Erneut wählen, um ohne Pause fortzufahren (Strg+P)</translation>
    </message>
    <message>
        <source>Finish the current run, then wait (Ctrl+P)</source>
        <translation>Den aktuellen Lauf beenden, dann warten (Strg+P)</translation>
    </message>
    <message>
        <source>Stopping the measurement…</source>
        <translation>Die Messung wird angehalten&#xa0;…</translation>
    </message>
    <message>
        <source>A measurement is running</source>
        <translation>Eine Messung läuft</translation>
    </message>
    <message>
        <source>Stop the measurement, or let it continue in the background?</source>
        <translation>Die Messung anhalten oder im Hintergrund weiterlaufen lassen?</translation>
    </message>
    <message>
        <source>In the background it continues without the window and is shown again at the next start. What was measured is kept either way.</source>
        <translation>Im Hintergrund läuft sie ohne das Fenster weiter und wird beim nächsten Start wieder gezeigt. Was gemessen wurde, bleibt in jedem Fall erhalten.</translation>
    </message>
    <message>
        <source>&amp;Stop it</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Continue in the background</source>
        <translation>Im Hintergrund &amp;weiterlaufen</translation>
    </message>
    <message>
        <source>The measurement before this one has ended.</source>
        <translation>Die Messung vor dieser ist zu Ende.</translation>
    </message>
    <message>
        <source>The measurement “%1” has ended.</source>
        <translation>Die Messung „%1“ ist zu Ende.</translation>
    </message>
    <message>
        <source>&amp;Add remote data…</source>
        <translation>F&amp;erne Daten …</translation>
    </message>
    <message>
        <source>Choose data in an object store or on a web server to measure with</source>
        <translation>Daten in einem Objektspeicher oder auf einem Webserver wählen, mit denen gemessen wird</translation>
    </message>
    <message>
        <source>S3, bucket, cloud, object store, endpoint</source>
        <translation>S3, Bucket, Cloud, Objektspeicher, Endpunkt</translation>
    </message>
    <message>
        <source>A measurement is running. Choose other data when it ends.</source>
        <translation>Eine Messung läuft. Andere Daten wählen, wenn sie zu Ende ist.</translation>
    </message>
    <message>
        <source>Another measurement is running. Fetch the record when it ends.</source>
        <translation>Eine andere Messung läuft. Holen Sie die Aufzeichnung, wenn sie endet.</translation>
    </message>
    <message>
        <source>What was begun on %1 goes on there without a connection, and its record waits there until it is fetched.</source>
        <translation>Was auf %1 begonnen wurde, geht dort ohne Verbindung weiter, und seine Aufzeichnung wartet dort, bis sie geholt wird.</translation>
    </message>
    <message>
        <source>&amp;Fetch it</source>
        <translation>&amp;Holen</translation>
    </message>
    <message>
        <source>Leave the run on the other computer, where its record waits to be fetched</source>
        <translation>Den Lauf auf dem anderen Rechner lassen, wo seine Aufzeichnung wartet, bis sie geholt wird</translation>
    </message>
    <message>
        <source>That job has ended.</source>
        <translation>Dieser Job ist zu Ende.</translation>
    </message>
    <message>
        <source>It was measured on %1, which is chosen here.</source>
        <translation>Es wurde auf %1 gemessen; der Rechner ist hier gewählt.</translation>
    </message>
    <message>
        <source>It was measured on %1. Choose that computer here to measure on it.</source>
        <translation>Es wurde auf %1 gemessen. Diesen Rechner hier wählen, um auf ihm zu messen.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>Die Verbindung zu %1 ging verloren.</translation>
    </message>
    <message>
        <source>On %1: %2</source>
        <translation>Auf %1: %2</translation>
    </message>
</context>
<context>
    <name>throughline::ui::MeasureForm</name>
    <message>
        <source>Measure this computer</source>
        <translation>Diesen Rechner messen</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>What to measure</source>
        <translation>Was gemessen wird</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>Beschleuniger</translation>
    </message>
    <message>
        <source>&amp;Advanced options</source>
        <translation>&amp;Erweiterte Optionen</translation>
    </message>
    <message>
        <source>Show every setting of the study (Alt+A)</source>
        <translation>Jede Einstellung der Studie zeigen (Alt+E)</translation>
    </message>
    <message>
        <source>Type the name to show in the list of studies</source>
        <translation>Den Namen für die Liste der Studien eingeben</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Also measure each stage alone</source>
        <translation>Auch jede Stufe einzeln messen</translation>
    </message>
    <message>
        <source>Measure storage and decode alone with the same settings to find the bottleneck</source>
        <translation>Datenspeicher und Dekodieren einzeln mit denselben Einstellungen messen, um den Engpass zu finden</translation>
    </message>
    <message>
        <source>Ceilings</source>
        <translation>Obergrenzen</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Variation</translation>
    </message>
    <message>
        <source>Progress of making the images</source>
        <translation>Fortschritt beim Erzeugen der Bilder</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>A measurement is running. Stop it, or wait until it ends.</source>
        <translation>Eine Messung läuft. Sie anhalten, oder warten, bis sie endet.</translation>
    </message>
    <message>
        <source>Plays until you stop it, an hour at most. Nothing is recorded.</source>
        <translation>Läuft, bis Sie anhalten, höchstens eine Stunde. Nichts wird aufgezeichnet.</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), about %1, plus the time to empty the page cache.</source>
        <translation>
            <numerusform>%n Lauf, etwa %1, dazu die Zeit zum Leeren des Page-Cache.</numerusform>
            <numerusform>%n Läufe, etwa %1, dazu die Zeit zum Leeren des Page-Cache.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n whole epoch(s), %1 in all; how long they take is not known in advance.</source>
        <translation>
            <numerusform>%n ganze Epoche, %1 insgesamt; wie lange sie dauert, ist vorher nicht bekannt.</numerusform>
            <numerusform>%n ganze Epochen, %1 insgesamt; wie lange sie dauern, ist vorher nicht bekannt.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>Abbre&amp;chen</translation>
    </message>
    <message>
        <source>Stop making images; finished ones are kept</source>
        <translation>Das Erzeugen der Bilder anhalten; fertige bleiben</translation>
    </message>
    <message>
        <source>Start measuring (Ctrl+Enter)</source>
        <translation>Mit dem Messen beginnen (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>Making the data of the study first, %1 in %2; they are kept.</source>
        <translation>Zuerst werden die Daten der Studie erzeugt, %1 in %2; sie bleiben.</translation>
    </message>
    <message numerus="yes">
        <source>%n whole epoch(s); how long they take is not known in advance.</source>
        <translation>
            <numerusform>%n ganze Epoche; wie lange sie dauert, ist vorher nicht bekannt.</numerusform>
            <numerusform>%n ganze Epochen; wie lange sie dauern, ist vorher nicht bekannt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), and the time to empty the page cache.</source>
        <translation>
            <numerusform>%n Lauf und die Zeit zum Leeren des Page-Cache.</numerusform>
            <numerusform>%n Läufe und die Zeit zum Leeren des Page-Cache.</numerusform>
        </translation>
    </message>
    <message>
        <source>Measure %1</source>
        <translation>%1 messen</translation>
    </message>
    <message>
        <source>Only this computer can do that.</source>
        <translation>Das kann nur dieser Rechner.</translation>
    </message>
    <message>
        <source>Only this computer can do that. Choose it above.</source>
        <translation>Das kann nur dieser Rechner. Wählen Sie ihn oben.</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), about %1, plus the time to find the images in the store.</source>
        <translation>
            <numerusform>%n Lauf, etwa %1, dazu die Zeit, die Bilder im Objektspeicher zu finden.</numerusform>
            <numerusform>%n Läufe, etwa %1, dazu die Zeit, die Bilder im Objektspeicher zu finden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), and the time to find the images in the store.</source>
        <translation>
            <numerusform>%n Lauf, dazu die Zeit, die Bilder im Objektspeicher zu finden.</numerusform>
            <numerusform>%n Läufe, dazu die Zeit, die Bilder im Objektspeicher zu finden.</numerusform>
        </translation>
    </message>
    <message>
        <source>With this setting: %1.</source>
        <translation>Mit dieser Einstellung: %1.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::MergeDialog</name>
    <message>
        <source>Merge into one run</source>
        <translation>Zu einem Lauf zusammenführen</translation>
    </message>
    <message>
        <source>These files were recorded during one run. Their samples are joined by time. Where two files state the same condition, the first one counts. If a file comes from a computer whose clock was ahead of the others, enter by how much.</source>
        <translation>Diese Dateien wurden während eines Laufs aufgezeichnet. Ihre Messwerte werden nach der Zeit zusammengeführt. Wo zwei Dateien dieselbe Bedingung nennen, zählt die erste. Stammt eine Datei von einem Rechner, dessen Uhr vorging, bitte eingeben, um wie viel.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Clock ahead by</source>
        <translation>Uhr geht vor um</translation>
    </message>
    <message>
        <source>Files of the run</source>
        <translation>Dateien des Laufs</translation>
    </message>
    <message>
        <source>Make &amp;first</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Prefer the conditions and figures of the selected file (Alt+F)</source>
        <translation>Die Bedingungen und Kennzahlen der gewählten Datei vorziehen (Alt+O)</translation>
    </message>
    <message>
        <source>&amp;Merge</source>
        <translation>Zusammen&amp;führen</translation>
    </message>
    <message>
        <source>Import the files as one run; their separate runs go to the bin (Alt+M)</source>
        <translation>Die Dateien als einen Lauf importieren; ihre einzelnen Läufe kommen in den Papierkorb (Alt+F)</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Enter the seconds by which the clock of this file was ahead; negative if it was behind</source>
        <translation>Die Sekunden eingeben, um die die Uhr dieser Datei vorging; negativ, wenn sie nachging</translation>
    </message>
    <message>
        <source>Clock ahead by, %1</source>
        <translation>Uhr geht vor um, %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::MergeOffer</name>
    <message>
        <source>Merge t&amp;hese…</source>
        <translation>D&amp;iese zusammenführen&#xa0;…</translation>
    </message>
    <message>
        <source>Import these files as one study, after asking for clock differences (Alt+H)</source>
        <translation>Diese Dateien als eine Studie importieren, nach Rückfrage zu Uhrenabweichungen (Alt+I)</translation>
    </message>
    <message>
        <source>%1 look like %2.</source>
        <translation>%1 sehen aus wie %2.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::MessageBar</name>
    <message>
        <source>Take back what was just done, or show where it was saved</source>
        <translation>Das eben Getane zurücknehmen, oder zeigen, wo es gespeichert wurde</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take back what was just done (Ctrl+Z)</source>
        <translation>Das eben Getane zurücknehmen (Strg+Z)</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Show the file&apos;s folder in the file manager</source>
        <translation>Den Ordner der Datei in der Dateiverwaltung zeigen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::NodeMultiples</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>throughline::ui::NodesPanel</name>
    <message>
        <source>Most nodes</source>
        <translation>Meiste Knoten</translation>
    </message>
    <message>
        <source>Slow node</source>
        <translation>Langsamer Knoten</translation>
    </message>
    <message>
        <source>Choose whether one of several nodes takes longer for a step: all others wait for it</source>
        <translation>Wählen, ob einer von mehreren Knoten für einen Schritt länger braucht: alle anderen warten auf ihn</translation>
    </message>
    <message>
        <source>Nodes &amp;up to</source>
        <translation>&amp;Knoten bis</translation>
    </message>
    <message>
        <source>S&amp;peed of nodes</source>
        <translation>&amp;Tempo der Knoten</translation>
    </message>
    <message>
        <source>Change the number of nodes</source>
        <translation>Zahl der Knoten ändern</translation>
    </message>
    <message>
        <source>Change the slow node</source>
        <translation>Langsamen Knoten ändern</translation>
    </message>
    <message>
        <source>Playing the nodes through…</source>
        <translation>Die Knoten werden durchgespielt …</translation>
    </message>
    <message>
        <source>Dotted: simulated, all nodes meet after each step and the slowest sets the pace. The slow reads of the base&apos;s runs count in.</source>
        <translation>Gepunktet: simuliert, alle Knoten treffen sich nach jedem Schritt, und der langsamste gibt das Tempo vor. Die langsamen Lesevorgänge der Läufe der Basis zählen mit.</translation>
    </message>
    <message>
        <source>Dotted: simulated, all nodes meet after each step and the slowest sets the pace. No run says how often a read takes much longer.</source>
        <translation>Gepunktet: simuliert, alle Knoten treffen sich nach jedem Schritt, und der langsamste gibt das Tempo vor. Kein Lauf sagt, wie oft ein Lesevorgang viel länger dauert.</translation>
    </message>
    <message>
        <source>Type the largest number of nodes to play through, at most %1</source>
        <translation>Die größte Zahl von Knoten eingeben, die durchgespielt wird, höchstens %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::NotesList</name>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message numerus="yes">
        <source>and %n more note(s)</source>
        <translation>
            <numerusform>und %n weiterer Hinweis</numerusform>
            <numerusform>und %n weitere Hinweise</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>throughline::ui::ObserveForm</name>
    <message>
        <source>Number of the process</source>
        <translation>Nummer des Prozesses</translation>
    </message>
    <message>
        <source>Type the number (PID) of a process that is not in the list</source>
        <translation>Nummer (PID) eines Prozesses eingeben, der nicht in der Liste steht</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Er&amp;neut suchen</translation>
    </message>
    <message>
        <source>Look for running jobs again (Alt+L)</source>
        <translation>Erneut nach laufenden Jobs suchen (Alt+N)</translation>
    </message>
    <message>
        <source>None: images/s are estimated from what the job reads</source>
        <translation>Keines: Bilder/s werden aus dem geschätzt, was der Job liest</translation>
    </message>
    <message>
        <source>Log of the job</source>
        <translation>Protokoll des Jobs</translation>
    </message>
    <message>
        <source>Type the path of the file that the job writes its log to; its images/s are read as it grows</source>
        <translation>Pfad der Datei eingeben, in die der Job sein Protokoll schreibt; seine Bilder/s werden gelesen, während sie wächst</translation>
    </message>
    <message>
        <source>Choose lo&amp;g…</source>
        <translation>Protoko&amp;ll wählen …</translation>
    </message>
    <message>
        <source>Choose the file that the job writes its log to (Alt+G)</source>
        <translation>Datei wählen, in die der Job sein Protokoll schreibt (Alt+L)</translation>
    </message>
    <message>
        <source>Running jobs</source>
        <translation>Laufende Jobs</translation>
    </message>
    <message>
        <source>Choose the job to observe</source>
        <translation>Job wählen, der beobachtet werden soll</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>Why it is listed</source>
        <translation>Warum er hier steht</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Type how long the job is watched</source>
        <translation>Eingeben, wie lange der Job beobachtet wird</translation>
    </message>
    <message>
        <source>Watch for</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>&amp;Prove it by slowing the job down for moments</source>
        <translation>Es be&amp;weisen, indem der Job für Augenblicke gebremst wird</translation>
    </message>
    <message>
        <source>Take processors and disk from the job in short pulses for another minute, and measure how much slower it becomes. Other programs become slower, too</source>
        <translation>Dem Job eine weitere Minute lang in kurzen Stößen Prozessoren und Datenträger nehmen und messen, wie viel langsamer er wird. Auch andere Programme werden langsamer</translation>
    </message>
    <message>
        <source>Looking for running jobs…</source>
        <translation>Laufende Jobs werden gesucht …</translation>
    </message>
    <message>
        <source>Choose a running job, or type the number of its process.</source>
        <translation>Wählen Sie einen laufenden Job oder geben Sie die Nummer seines Prozesses ein.</translation>
    </message>
    <message>
        <source>There is no process %1. Look again for running jobs.</source>
        <translation>Es gibt keinen Prozess %1. Suchen Sie erneut nach laufenden Jobs.</translation>
    </message>
    <message>
        <source>The log %1 cannot be read.</source>
        <translation>Das Protokoll %1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>About %1. The job becomes slower for moments.</source>
        <translation>Etwa %1. Der Job wird für Augenblicke langsamer.</translation>
    </message>
    <message>
        <source>About %1. Nothing is done to the job.</source>
        <translation>Etwa %1. Mit dem Job geschieht nichts.</translation>
    </message>
    <message>
        <source>Only states and waits of its threads are read: no restart, no changed line.</source>
        <translation>Nur Zustände und Wartezeiten seiner Threads werden gelesen: kein Neustart, keine geänderte Zeile.</translation>
    </message>
    <message>
        <source>No process here has a GPU or image files open, or loads data with workers of Python. Any other can be observed by its number. To try it, start a stand-in: throughline-engine selftest job.</source>
        <translation>Kein Prozess hier hat eine GPU oder Bilddateien offen oder lädt Daten mit Workern von Python. Jeder andere lässt sich mit seiner Nummer beobachten. Zum Ausprobieren einen Ersatz-Job starten: throughline-engine selftest job.</translation>
    </message>
    <message>
        <source>That job has ended.</source>
        <translation>Dieser Job ist zu Ende.</translation>
    </message>
    <message>
        <source>Observed: %1</source>
        <translation>Beobachtet: %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ObservedView</name>
    <message>
        <source>Loader workers</source>
        <translation>Lade-Worker</translation>
    </message>
    <message>
        <source>Main thread</source>
        <translation>Haupt-Thread</translation>
    </message>
    <message>
        <source>Observed job</source>
        <translation>Beobachteter Job</translation>
    </message>
    <message>
        <source>Where the time of the job&apos;s threads goes.
Workers that wait for reads while the main thread waits for data: storage is the bottleneck.</source>
        <translation>Wohin die Zeit der Threads des Jobs geht.
Worker, die auf Lesezugriffe warten, während der Haupt-Thread auf Daten wartet: Der Datenspeicher ist der Engpass.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>not seen yet</source>
        <translation>noch nicht gesehen</translation>
    </message>
    <message>
        <source>mostly: %1</source>
        <translation>meist: %1</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>nicht gesehen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::OfferSearch</name>
    <message>
        <source>Searching…</source>
        <translation>Suche läuft&#xa0;…</translation>
    </message>
    <message>
        <source>The question has changed since then; search again.</source>
        <translation>Die Frage hat sich seitdem geändert; suchen Sie noch einmal.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::OffersPanel</name>
    <message>
        <source>Safe</source>
        <translation>Sicher</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>Su&amp;chen</translation>
    </message>
    <message>
        <source>&amp;Add as scenario</source>
        <translation>Als S&amp;zenario hinzufügen</translation>
    </message>
    <message>
        <source>Require that the lower end of the 90 % interval also reaches the rate</source>
        <translation>Verlangen, dass auch das untere Ende des 90-%-Intervalls die Rate erreicht</translation>
    </message>
    <message>
        <source>Search the candidates of the file or, if it has none, the matching machines and storage of the catalogue</source>
        <translation>Die Kandidaten der Datei durchsuchen oder, wenn sie keine hat, die passenden Maschinen und Datenspeicher des Katalogs</translation>
    </message>
    <message>
        <source>Add the selected offer as a scenario (double-click)</source>
        <translation>Das gewählte Angebot als Szenario hinzufügen (Doppelklick)</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>Per hour</source>
        <translation>Je Stunde</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>Begrenzt durch</translation>
    </message>
    <message>
        <source>Per million images</source>
        <translation>Je Million Bilder</translation>
    </message>
    <message>
        <source>90 % interval</source>
        <translation>90-%-Intervall</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Güte</translation>
    </message>
    <message>
        <source>Offers, cheapest first</source>
        <translation>Angebote, günstigstes zuerst</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PageExport</name>
    <message>
        <source>Export this page…</source>
        <translation>Diese Seite exportieren …</translation>
    </message>
    <message>
        <source>Write what this page shows to a file</source>
        <translation>In eine Datei schreiben, was diese Seite zeigt</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>There is nothing to export here. Go to a result, a chart, figures, What if or the report.</source>
        <translation>Hier gibt es nichts zu exportieren. Gehen Sie zu einem Ergebnis, einem Diagramm, Kennzahlen, „Was wäre wenn“ oder dem Bericht.</translation>
    </message>
    <message>
        <source>Choose a study first: its table is exported.</source>
        <translation>Zuerst eine Studie wählen: Ihre Tabelle wird exportiert.</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>Tab-separated text (*.tsv)</source>
        <translation>Text mit Tabulatoren (*.tsv)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PipelineView</name>
    <message>
        <source>Storage</source>
        <translation>Datenspeicher</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>Consumer</source>
        <translation>Abnehmer</translation>
    </message>
    <message>
        <source>encoded</source>
        <translation>kodiert</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>Busy: working. Starved: waiting for input. Blocked: waiting to hand over.
The bottleneck is the stage that is busy while those after it are starved.</source>
        <translation>Arbeitet: ist beschäftigt. Unterversorgt: wartet auf Eingabe. Blockiert: wartet auf Übergabe.
Der Engpass ist die Stufe, die arbeitet, während die Stufen nach ihr unterversorgt sind.</translation>
    </message>
    <message>
        <source>not part of this run</source>
        <translation>nicht Teil dieses Laufs</translation>
    </message>
    <message>
        <source>GPU (proxy)</source>
        <translation>GPU (Proxy)</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1: busy %2, starved %3, blocked %4</source>
        <translation>%1: arbeitet %2, unterversorgt %3, blockiert %4</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>queue %1: %2 full</source>
        <translation>Warteschlange %1: %2 voll</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
    <message>
        <source>copying %1</source>
        <translation>kopiert %1</translation>
    </message>
    <message>
        <source>mostly busy</source>
        <translation>arbeitet meist</translation>
    </message>
    <message>
        <source>mostly starved</source>
        <translation>meist unterversorgt</translation>
    </message>
    <message>
        <source>mostly blocked</source>
        <translation>meist blockiert</translation>
    </message>
    <message>
        <source>%1 full</source>
        <translation>%1 voll</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>arbeitet</translation>
    </message>
    <message>
        <source>starved: waiting for input</source>
        <translation>unterversorgt: wartet auf Eingabe</translation>
    </message>
    <message>
        <source>blocked: waiting to hand over</source>
        <translation>blockiert: wartet auf Übergabe</translation>
    </message>
    <message>
        <source>copying to the GPU</source>
        <translation>kopiert zur GPU</translation>
    </message>
    <message>
        <source>%1: computing %2, idle %3, %4</source>
        <translation>%1: rechnet %2, untätig %3, %4</translation>
    </message>
    <message>
        <source>decoding %1</source>
        <translation>dekodiert %1</translation>
    </message>
    <message>
        <source>%1, exchanging gradients %2</source>
        <translation>%1, tauscht Gradienten aus %2</translation>
    </message>
    <message>
        <source>decoding on the GPU</source>
        <translation>dekodiert auf der GPU</translation>
    </message>
    <message>
        <source>mount: %1</source>
        <translation>Einhängung: %1</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>exchanging %1, waiting %2</source>
        <translation>Austausch %1, Warten %2</translation>
    </message>
    <message>
        <source>%1: exchanging gradients %2, waiting for the slowest node %3</source>
        <translation>%1: Gradientenaustausch %2, Warten auf den langsamsten Knoten %3</translation>
    </message>
    <message>
        <source>throttled: %1</source>
        <translation>gedrosselt: %1</translation>
    </message>
    <message>
        <source>held back</source>
        <translation>zurückgehalten</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PlotCanvas</name>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>Ausgewählt</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PlotLegend</name>
    <message>
        <source>Series of the chart</source>
        <translation>Reihen des Diagramms</translation>
    </message>
    <message>
        <source>Click to show all curves again</source>
        <translation>Klicken, um wieder alle Kurven zu zeigen</translation>
    </message>
    <message>
        <source>Click to show only this curve; Ctrl+click to add or remove it</source>
        <translation>Klicken, um nur diese Kurve zu zeigen; Strg+Klick nimmt sie hinzu oder entfernt sie</translation>
    </message>
    <message>
        <source>Click to show only these curves; Ctrl+click to add or remove them</source>
        <translation>Klicken, um nur diese Kurven zu zeigen; Strg+Klick nimmt sie hinzu oder entfernt sie</translation>
    </message>
    <message>
        <source>%1, hidden</source>
        <translation>%1, ausgeblendet</translation>
    </message>
    <message>
        <source>Published: %1</source>
        <translation>Veröffentlicht: %1</translation>
    </message>
    <message>
        <source>%1 (published)</source>
        <translation>%1 (veröffentlicht)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PlotTableModel</name>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>%1, from</source>
        <translation>%1, von</translation>
    </message>
    <message>
        <source>%1, to</source>
        <translation>%1, bis</translation>
    </message>
    <message>
        <source>%1, mean</source>
        <translation>%1, Mittelwert</translation>
    </message>
    <message>
        <source>Lowest sample</source>
        <translation>Niedrigster Messwert</translation>
    </message>
    <message>
        <source>Interval or stated range, low</source>
        <translation>Intervall oder genannter Bereich, unten</translation>
    </message>
    <message>
        <source>Highest sample</source>
        <translation>Höchster Messwert</translation>
    </message>
    <message>
        <source>Interval or stated range, high</source>
        <translation>Intervall oder genannter Bereich, oben</translation>
    </message>
    <message>
        <source>Stated as</source>
        <translation>Genannt als</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Interval, low</source>
        <translation>Intervall, unten</translation>
    </message>
    <message>
        <source>%1 % interval, low</source>
        <translation>%1-%-Intervall, unten</translation>
    </message>
    <message>
        <source>Interval, high</source>
        <translation>Intervall, oben</translation>
    </message>
    <message>
        <source>%1 % interval, high</source>
        <translation>%1-%-Intervall, oben</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PointActions</name>
    <message>
        <source>These are the samples of run %1 of %2. Alt+Left goes back to the chart.</source>
        <translation>Dies sind die Messwerte von Lauf %1 aus %2. Alt+Links führt zum Diagramm zurück.</translation>
    </message>
    <message>
        <source>Note on run %1 of %2</source>
        <translation>Notiz zu Lauf %1 aus %2</translation>
    </message>
    <message>
        <source>The note is shown beside the point, kept with the view and exported with the chart. Leave it empty for none.</source>
        <translation>Die Notiz steht neben dem Punkt, wird mit der Ansicht gespeichert und mit dem Diagramm exportiert. Für keine Notiz leer lassen.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::Preferences</name>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>Same as the system</source>
        <translation>Wie das System</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Restore defaults</source>
        <translation>Vorgaben wiede&amp;rherstellen</translation>
    </message>
    <message>
        <source>Set everything on this page back to what it was at first (Alt+R)</source>
        <translation>Alles auf dieser Seite auf den anfänglichen Wert zurücksetzen (Alt+R)</translation>
    </message>
    <message>
        <source>Beside the library</source>
        <translation>Neben der Bibliothek</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>&amp;Wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose the folder (Alt+H)</source>
        <translation>Den Ordner wählen (Alt+W)</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PresentView</name>
    <message>
        <source>Arrow keys: other pages. E: export. Escape: back.</source>
        <translation>Pfeiltasten: andere Seiten. E: exportieren. Escape: zurück.</translation>
    </message>
    <message>
        <source>There is nothing to present yet.</source>
        <translation>Es gibt noch nichts vorzuführen.</translation>
    </message>
    <message>
        <source>Measure this computer or plot a study, then start again.</source>
        <translation>Diesen Rechner messen oder eine Studie ins Diagramm nehmen, dann erneut beginnen.</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>throughline::ui::Presentation</name>
    <message>
        <source>&amp;Present</source>
        <translation>V&amp;orführen</translation>
    </message>
    <message>
        <source>Show verdict, charts, saved views and scenarios on the whole screen, page by page</source>
        <translation>Befund, Diagramme, gespeicherte Ansichten und Szenarien auf dem ganzen Bildschirm zeigen, Seite für Seite</translation>
    </message>
    <message>
        <source>Export page</source>
        <translation>Seite exportieren</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Scalable picture (*.svg)</source>
        <translation>Skalierbares Bild (*.svg)</translation>
    </message>
    <message>
        <source>PDF page (*.pdf)</source>
        <translation>PDF-Seite (*.pdf)</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PresetCard</name>
    <message>
        <source>Choose what to measure with the arrow keys; Return starts</source>
        <translation>Mit den Pfeiltasten wählen, was gemessen wird; die Eingabetaste startet</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>nicht verfügbar</translation>
    </message>
</context>
<context>
    <name>throughline::ui::PresetCards</name>
    <message>
        <source>until you stop it</source>
        <translation>bis Sie anhalten</translation>
    </message>
    <message>
        <source>as you set it</source>
        <translation>wie eingestellt</translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s)</source>
        <translation>
            <numerusform>etwa %n Minute</numerusform>
            <numerusform>etwa %n Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>1 to 45 minutes</source>
        <translation>1 bis 45 Minuten</translation>
    </message>
    <message>
        <source>half a minute</source>
        <translation>eine halbe Minute</translation>
    </message>
    <message>
        <source>27 whole epochs</source>
        <translation>27 ganze Epochen</translation>
    </message>
    <message>
        <source>longer with more cores</source>
        <translation>länger bei mehr Kernen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::QuantityEdit</name>
    <message>
        <source>Press Up or Down to step, Page Up or Page Down to double or halve. You can type units: 250 MB/s, 0.2 ms; “none” removes a limit.</source>
        <translation>Oben oder Unten ändert schrittweise, „Bild auf“ oder „Bild ab“ verdoppelt oder halbiert. Einheiten sind möglich: 250 MB/s, 0,2 ms; „keine“ entfernt eine Grenze.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::QuestionLine</name>
    <message>
        <source>GPU of %1 images/s</source>
        <translation>GPU mit %1 Bildern/s</translation>
    </message>
    <message>
        <source>any GPU</source>
        <translation>beliebige GPU</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 Kerne</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>GPUs per node</source>
        <translation>GPUs je Knoten</translation>
    </message>
    <message>
        <source>Choose or type the number of GPUs</source>
        <translation>Die Zahl der GPUs wählen oder eingeben</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Choose a card; type any of its words, such as “a100 resnet”</source>
        <translation>Eine Karte wählen; beliebige Wörter davon eingeben, etwa „a100 resnet“</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Choose the network and precision, by a published rate</source>
        <translation>Netz und Genauigkeit nach einer veröffentlichten Rate wählen</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Datenspeicher</translation>
    </message>
    <message>
        <source>Choose the storage from the catalogue</source>
        <translation>Den Datenspeicher aus dem Katalog wählen</translation>
    </message>
    <message>
        <source>with</source>
        <translation>mit</translation>
    </message>
    <message>
        <source>CPU cores</source>
        <translation>CPU-Kerne</translation>
    </message>
    <message>
        <source>Type the number of cores, each with one decode thread, or choose a machine of the catalogue, which brings its GPUs and its price</source>
        <translation>Die Zahl der Kerne eingeben, jeder mit einem Dekodier-Thread, oder eine Maschine des Katalogs wählen, die ihre GPUs und ihren Preis mitbringt</translation>
    </message>
    <message>
        <source>File format</source>
        <translation>Dateiformat</translation>
    </message>
    <message>
        <source>Choose how the images are stored</source>
        <translation>Wählen, wie die Bilder gespeichert sind</translation>
    </message>
    <message>
        <source>TFRecord or other record files</source>
        <translation>TFRecord oder andere Record-Dateien</translation>
    </message>
    <message>
        <source>one file for each image</source>
        <translation>eine Datei je Bild</translation>
    </message>
    <message numerus="yes">
        <source>%n published rate(s)</source>
        <translation>
            <numerusform>%n veröffentlichte Rate</numerusform>
            <numerusform>%n veröffentlichte Raten</numerusform>
        </translation>
    </message>
    <message>
        <source>any GPU, however fast</source>
        <translation>beliebige GPU, wie schnell auch immer</translation>
    </message>
    <message>
        <source>%1 images/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
    <message>
        <source>8 GPUs: %1 images/s</source>
        <translation>8 GPUs: %1 Bilder/s</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%1 mit %2: %3</translation>
    </message>
    <message>
        <source>running</source>
        <translation>rechnen</translation>
    </message>
    <message>
        <source>any network</source>
        <translation>beliebiges Netz</translation>
    </message>
    <message>
        <source>the measured storage</source>
        <translation>dem gemessenen Datenspeicher</translation>
    </message>
    <message>
        <source>storage of %1</source>
        <translation>Datenspeicher mit %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>cores,</source>
        <translation>Kernen,</translation>
    </message>
    <message>
        <source>one file per image</source>
        <translation>eine Datei je Bild</translation>
    </message>
    <message>
        <source>TFRecord</source>
        <translation>TFRecord</translation>
    </message>
    <message>
        <source>on each of %1 nodes</source>
        <translation>auf je %1 Knoten</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>“Now” is what was measured. Choose a scenario to change, or remove one.</source>
        <translation>„Jetzt“ ist das Gemessene. Ein Szenario wählen, um es zu ändern, oder eines entfernen.</translation>
    </message>
    <message>
        <source>Change the question</source>
        <translation>Die Frage ändern</translation>
    </message>
    <message>
        <source>on</source>
        <comment>storage</comment>
        <translation>von</translation>
    </message>
    <message>
        <source>training</source>
        <comment>what GPUs do</comment>
        <translation>trainieren</translation>
    </message>
    <message>
        <source>The storage of “%1”</source>
        <translation>Der Datenspeicher von „%1“</translation>
    </message>
    <message>
        <source>storage without a limit</source>
        <translation>Datenspeicher ohne Grenze</translation>
    </message>
    <message>
        <source>%1 with %2 was filled in, because no GPU was chosen yet.</source>
        <translation>%1 mit %2 wurde eingesetzt, weil noch keine GPU gewählt war.</translation>
    </message>
    <message>
        <source>%1 GiB was filled in: the smallest volume that holds the data, which is sold by size.</source>
        <translation>%1 GiB wurden eingesetzt: das kleinste Volume, das die Daten fasst; es wird nach Größe verkauft.</translation>
    </message>
    <message>
        <source>The network is now %1: the catalogue has no rate of %2 for %3.</source>
        <translation>Das Netz ist jetzt %1: Der Katalog hat keine Rate von %2 für %3.</translation>
    </message>
    <message>
        <source>One GPU was filled in, because there was none.</source>
        <translation>Eine GPU wurde eingesetzt, weil keine da war.</translation>
    </message>
    <message>
        <source>machine: %1</source>
        <translation>Maschine: %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ReachRow</name>
    <message>
        <source>Set &amp;counts</source>
        <translation>Anzahle&amp;n setzen</translation>
    </message>
    <message>
        <source>Cheapest:</source>
        <translation>Günstigste:</translation>
    </message>
    <message>
        <source>Type the images per second to reach; 10k is 10,000</source>
        <translation>Die zu erreichenden Bilder pro Sekunde eingeben; 10k sind 10.000</translation>
    </message>
    <message>
        <source>Images per second to reach</source>
        <translation>Zu erreichende Bilder pro Sekunde</translation>
    </message>
    <message>
        <source>by whatever limits</source>
        <translation>durch das, was begrenzt</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>durch %1</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Choose what to increase until the rate is reached</source>
        <translation>Wählen, was erhöht wird, bis die Rate erreicht ist</translation>
    </message>
    <message>
        <source>Input to increase</source>
        <translation>Zu erhöhende Eingabe</translation>
    </message>
    <message>
        <source>Set these counts in the chosen scenario</source>
        <translation>Diese Anzahlen im gewählten Szenario setzen</translation>
    </message>
    <message>
        <source>To re&amp;ach</source>
        <translation>Für &amp;Ziel</translation>
    </message>
    <message>
        <source>images/s</source>
        <translation>Bilder/s</translation>
    </message>
    <message>
        <source>Add this offer as a scenario</source>
        <translation>Dieses Angebot als Szenario hinzufügen</translation>
    </message>
    <message>
        <source>Show all offers in a table</source>
        <translation>Alle Angebote in einer Tabelle zeigen</translation>
    </message>
    <message>
        <source>Type the images per second to reach, such as 10000.</source>
        <translation>Die zu erreichenden Bilder pro Sekunde eingeben, etwa 10000.</translation>
    </message>
    <message>
        <source>%1 per hour: %2</source>
        <translation>%1 je Stunde: %2</translation>
    </message>
    <message>
        <source>Add %1 as a scenario: ≈ %2 images/s, predicted</source>
        <translation>%1 als Szenario hinzufügen: ≈ %2 Bilder/s, vorhergesagt</translation>
    </message>
    <message numerus="yes">
        <source>All %n…</source>
        <translation>
            <numerusform>Alle %n&#xa0;…</numerusform>
            <numerusform>Alle %n&#xa0;…</numerusform>
        </translation>
    </message>
    <message>
        <source>A storage unit is what the chosen storage is bought in: a volume, a data node, a TiB or a prefix of a bucket.</source>
        <translation>Eine Datenspeicher-Einheit ist das, worin der gewählte Datenspeicher gekauft wird: ein Volume, ein Data Node, ein TiB oder ein Präfix eines Buckets.</translation>
    </message>
    <message>
        <source>Cheapest for %1:</source>
        <translation>Am günstigsten für %1:</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ReadingButton</name>
    <message>
        <source>Choose absolute or relative values and reference lines (Alt+W)</source>
        <translation>Absolute oder relative Werte und Bezugslinien wählen (Alt+G)</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>&amp;Werte</translation>
    </message>
    <message>
        <source>Show values as measured</source>
        <translation>Werte wie gemessen zeigen</translation>
    </message>
    <message>
        <source>Relative to the &amp;first point</source>
        <translation>Relativ zum &amp;ersten Punkt</translation>
    </message>
    <message>
        <source>Divide each curve by its first point, which gives its speed-up</source>
        <translation>Jede Kurve durch ihren ersten Punkt teilen; das ergibt die Beschleunigung</translation>
    </message>
    <message>
        <source>Relative to the &amp;baseline</source>
        <translation>Relativ zur &amp;Baseline</translation>
    </message>
    <message>
        <source>Divide each value by that of the baseline study at the same x</source>
        <translation>Jeden Wert durch den der Baseline-Studie am selben x teilen</translation>
    </message>
    <message>
        <source>Scaling &amp;efficiency</source>
        <translation>&amp;Skalierungseffizienz</translation>
    </message>
    <message>
        <source>Divide the speed-up by the growth of x: 100 % is perfect scaling</source>
        <translation>Die Beschleunigung durch das Wachstum von x teilen: 100&#xa0;% ist perfekte Skalierung</translation>
    </message>
    <message>
        <source>&amp;Ideal scaling</source>
        <translation>&amp;Ideale Skalierung</translation>
    </message>
    <message>
        <source>Draw a dashed line for growth in proportion to x</source>
        <translation>Eine gestrichelte Linie für Wachstum proportional zu x zeichnen</translation>
    </message>
    <message>
        <source>&amp;Stages alone</source>
        <translation>Ei&amp;nzelne Stufen</translation>
    </message>
    <message>
        <source>&amp;Whole pipeline only</source>
        <translation>Nur &amp;ganze Pipeline</translation>
    </message>
    <message>
        <source>Storage &amp;limits</source>
        <translation>G&amp;renzen des Datenspeichers</translation>
    </message>
    <message>
        <source>Draw level lines at the limits of the storage linked under Settings and notes</source>
        <translation>Waagrechte Linien bei den Grenzen des Datenspeichers zeichnen, der unter „Einstellungen und Notizen“ zugeordnet ist</translation>
    </message>
    <message>
        <source>&amp;Target value…</source>
        <translation>&amp;Zielwert&#xa0;…</translation>
    </message>
    <message>
        <source>Draw a level line at a value of your choice; choose again to remove it</source>
        <translation>Eine waagrechte Linie bei einem Wert Ihrer Wahl zeichnen; erneut wählen, um sie zu entfernen</translation>
    </message>
    <message>
        <source>&amp;Colour by</source>
        <translation>&amp;Farbe nach</translation>
    </message>
    <message>
        <source>A different one for each study and curve</source>
        <translation>Eine eigene für jede Studie und Kurve</translation>
    </message>
    <message>
        <source>&amp;Marker by</source>
        <translation>Sy&amp;mbol nach</translation>
    </message>
    <message>
        <source>Choose a setting, shown alike in every study.</source>
        <translation>Eine Einstellung wählen, die in jeder Studie gleich gezeigt wird.</translation>
    </message>
    <message>
        <source>None of the plotted studies is the baseline: make one the baseline in the list (Ctrl+*) and plot it</source>
        <translation>Keine der gezeigten Studien ist die Baseline: In der Liste eine zur Baseline machen (Strg+*) und ins Diagramm nehmen</translation>
    </message>
    <message>
        <source>&amp;Target: %1</source>
        <translation>&amp;Ziel: %1</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>Zeigen: %1</translation>
    </message>
    <message>
        <source>Target value</source>
        <translation>Zielwert</translation>
    </message>
    <message>
        <source>%1, in %2:</source>
        <translation>%1, in %2:</translation>
    </message>
    <message>
        <source>Draw a level line at the rate of each stage alone, where x does not affect it; storage alone is a point, too, where x was measured of it</source>
        <translation>Eine waagrechte Linie bei der Rate jeder Stufe allein zeichnen, wo x sie nicht beeinflusst; der Datenspeicher allein ist auch ein Punkt, wo x an ihm gemessen wurde</translation>
    </message>
    <message>
        <source>Leave out the curves of stages measured alone; their level lines stay</source>
        <translation>Die Kurven einzeln gemessener Stufen weglassen; ihre waagrechten Linien bleiben</translation>
    </message>
</context>
<context>
    <name>throughline::ui::RecentFilesMenu</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::RecordFollower</name>
    <message>
        <source>The measuring process could not be reached.</source>
        <translation>Der Messprozess war nicht erreichbar.</translation>
    </message>
    <message>
        <source>The measuring process ended before its study was complete. What it had measured is kept.</source>
        <translation>Der Messprozess endete, bevor seine Studie vollständig war. Was er gemessen hatte, bleibt erhalten.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::RemarksButton</name>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what is to be known of this chart (Alt+N)</source>
        <translation>Zeigen, was über dieses Diagramm zu wissen ist (Alt+N)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::RemoteDialog</name>
    <message>
        <source>Add remote data</source>
        <translation>Ferne Daten hinzufügen</translation>
    </message>
    <message>
        <source>Another store with the interface of S3</source>
        <translation>Ein anderer Objektspeicher mit der Schnittstelle von S3</translation>
    </message>
    <message>
        <source>A file on a web server</source>
        <translation>Eine Datei auf einem Webserver</translation>
    </message>
    <message>
        <source>Choose what kind of store the data lie in</source>
        <translation>Wählen, in was für einem Objektspeicher die Daten liegen</translation>
    </message>
    <message>
        <source>&amp;Store</source>
        <translation>&amp;Objektspeicher</translation>
    </message>
    <message>
        <source>Type the address of one file that can be had without signing in</source>
        <translation>Die Adresse einer Datei eingeben, die ohne Anmeldung zu haben ist</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>&amp;Adresse</translation>
    </message>
    <message>
        <source>Type where the store answers, as its administrator names it</source>
        <translation>Eingeben, wo der Objektspeicher antwortet, so wie sein Betreiber es nennt</translation>
    </message>
    <message>
        <source>&amp;Endpoint</source>
        <translation>&amp;Endpunkt</translation>
    </message>
    <message>
        <source>Type the bucket&apos;s name, or paste a whole address: s3://bucket/prefix</source>
        <translation>Den Namen des Buckets eingeben oder eine ganze Adresse einfügen: s3://bucket/prefix</translation>
    </message>
    <message>
        <source>&amp;Bucket</source>
        <translation>&amp;Bucket</translation>
    </message>
    <message>
        <source>the whole bucket</source>
        <translation>der ganze Bucket</translation>
    </message>
    <message>
        <source>Type the folder of the data in the bucket, or the name of one object</source>
        <translation>Den Ordner der Daten im Bucket eingeben oder den Namen eines Objekts</translation>
    </message>
    <message>
        <source>&amp;Prefix</source>
        <translation>&amp;Präfix</translation>
    </message>
    <message>
        <source>as AWS_REGION says, else us-east-1</source>
        <translation>wie in AWS_REGION, sonst us-east-1</translation>
    </message>
    <message>
        <source>Type the region that the bucket lies in; the test tells which it is if this is wrong</source>
        <translation>Die Region eingeben, in der der Bucket liegt; ist sie falsch, nennt der Test die richtige</translation>
    </message>
    <message>
        <source>&amp;Region</source>
        <translation>&amp;Region</translation>
    </message>
    <message>
        <source>as the store expects it</source>
        <translation>wie der Objektspeicher es erwartet</translation>
    </message>
    <message>
        <source>in the path</source>
        <translation>im Pfad</translation>
    </message>
    <message>
        <source>in the host&apos;s name</source>
        <translation>im Namen des Rechners</translation>
    </message>
    <message>
        <source>Choose where requests name the bucket; few stores need another than the first</source>
        <translation>Wählen, wo Anfragen den Bucket nennen; wenige Objektspeicher brauchen etwas anderes als das Erste</translation>
    </message>
    <message>
        <source>Bucket&apos;s &amp;name</source>
        <translation>&amp;Name des Buckets</translation>
    </message>
    <message>
        <source>those of the system</source>
        <translation>die des Systems</translation>
    </message>
    <message>
        <source>Type the file of the certificates to trust, for a store with its own</source>
        <translation>Die Datei der Zertifikate eingeben, denen zu trauen ist, bei einem Objektspeicher mit eigenen</translation>
    </message>
    <message>
        <source>&amp;Certificates</source>
        <translation>&amp;Zertifikate</translation>
    </message>
    <message>
        <source>With the keys of the environment or the default profile</source>
        <translation>Mit den Schlüsseln der Umgebung oder des Standardprofils</translation>
    </message>
    <message>
        <source>With a profile</source>
        <translation>Mit einem Profil</translation>
    </message>
    <message>
        <source>Not at all: the data are public</source>
        <translation>Gar nicht: Die Daten sind öffentlich</translation>
    </message>
    <message>
        <source>Choose whose keys the store is asked with</source>
        <translation>Wählen, mit wessen Schlüsseln der Objektspeicher gefragt wird</translation>
    </message>
    <message>
        <source>Sign &amp;in</source>
        <translation>An&amp;melden</translation>
    </message>
    <message>
        <source>Type the name of a profile in ~/.aws/credentials or ~/.aws/config</source>
        <translation>Den Namen eines Profils in ~/.aws/credentials oder ~/.aws/config eingeben</translation>
    </message>
    <message>
        <source>Pro&amp;file</source>
        <translation>Pro&amp;fil</translation>
    </message>
    <message>
        <source>Keys are read when they are needed, from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or from ~/.aws/credentials. They are never asked for here, kept or recorded.</source>
        <translation>Schlüssel werden gelesen, wenn sie gebraucht werden, aus AWS_ACCESS_KEY_ID und AWS_SECRET_ACCESS_KEY oder aus ~/.aws/credentials. Sie werden hier nie verlangt, behalten oder aufgezeichnet.</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>&amp;Testen</translation>
    </message>
    <message>
        <source>&amp;Use these data</source>
        <translation>Diese Daten ver&amp;wenden</translation>
    </message>
    <message>
        <source>Close and change nothing (Esc)</source>
        <translation>Schließen und nichts ändern (Esc)</translation>
    </message>
    <message>
        <source>Needs the measuring program throughline-engine; see Help › Diagnostics</source>
        <translation>Braucht das Messprogramm throughline-engine; siehe Hilfe › Diagnose</translation>
    </message>
    <message>
        <source>Type the address of the file.</source>
        <translation>Die Adresse der Datei eingeben.</translation>
    </message>
    <message>
        <source>Type the endpoint of the store.</source>
        <translation>Den Endpunkt des Objektspeichers eingeben.</translation>
    </message>
    <message>
        <source>Type the name of the bucket.</source>
        <translation>Den Namen des Buckets eingeben.</translation>
    </message>
    <message>
        <source>List the first objects and read a byte of one (Alt+T)</source>
        <translation>Die ersten Objekte listen und ein Byte von einem lesen (Alt+T)</translation>
    </message>
    <message>
        <source>Measure with these data (Enter)</source>
        <translation>Mit diesen Daten messen (Eingabetaste)</translation>
    </message>
    <message>
        <source>Its first byte came after %1 ms.</source>
        <translation>Dessen erstes Byte kam nach %1 ms.</translation>
    </message>
    <message numerus="yes">
        <source>It works: %n object(s) were listed, all of them empty.</source>
        <translation>
            <numerusform>Es geht: %n Objekt wurde gelistet, und es ist leer.</numerusform>
            <numerusform>Es geht: %n Objekte wurden gelistet, und alle sind leer.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It works: more than %n object(s); the first that is not empty is %1 with %2.</source>
        <translation>
            <numerusform>Es geht: mehr als %n Objekt; das erste, das nicht leer ist, ist %1 mit %2.</numerusform>
            <numerusform>Es geht: mehr als %n Objekte; das erste, das nicht leer ist, ist %1 mit %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It works: %n object(s); the first that is not empty is %1 with %2.</source>
        <translation>
            <numerusform>Es geht: %n Objekt, %1 mit %2.</numerusform>
            <numerusform>Es geht: %n Objekte; das erste, das nicht leer ist, ist %1 mit %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Asked was %1, signed in by %2.</source>
        <translation>Gefragt wurde %1, angemeldet durch: %2.</translation>
    </message>
    <message>
        <source>Asking the store…</source>
        <translation>Der Objektspeicher wird gefragt …</translation>
    </message>
    <message>
        <source>The test failed, so they cannot be measured: change what is wrong, or press Test again once it is mended.</source>
        <translation>Der Test misslang, sie lassen sich also nicht messen: ändern, was nicht stimmt, oder erneut testen, sobald es behoben ist.</translation>
    </message>
    <message>
        <source>Hadoop&apos;s file system (WebHDFS)</source>
        <translation>Das Dateisystem von Hadoop (WebHDFS)</translation>
    </message>
    <message>
        <source>Type the address: webhdfs://host:9870/path.</source>
        <translation>Adresse eingeben: webhdfs://host:9870/pfad.</translation>
    </message>
    <message>
        <source>Type the name node, the port of its web page and the folder of the data</source>
        <translation>Name Node, Port seiner Webseite und Ordner der Daten eingeben</translation>
    </message>
    <message>
        <source>Who asks is taken from HADOOP_USER_NAME, or from the delegation token in HADOOP_TOKEN_FILE_LOCATION or HADOOP_DELEGATION_TOKEN. It is never asked for here, kept or recorded.</source>
        <translation>Wer fragt, sagt HADOOP_USER_NAME oder das Delegation Token in HADOOP_TOKEN_FILE_LOCATION oder HADOOP_DELEGATION_TOKEN. Danach wird hier nie gefragt, es wird nie behalten oder aufgezeichnet.</translation>
    </message>
    <message>
        <source>The address must begin with webhdfs:// or swebhdfs://.</source>
        <translation>Die Adresse muss mit webhdfs:// oder swebhdfs:// beginnen.</translation>
    </message>
    <message>
        <source>The address must begin with https:// or http://.</source>
        <translation>Die Adresse muss mit https:// oder http:// beginnen.</translation>
    </message>
    <message>
        <source>as the name node calls them</source>
        <translation>wie der Name Node sie nennt</translation>
    </message>
    <message>
        <source>Type where data nodes are whose names are not known here, with commas between: dn1=10.0.0.2, dn2:9864=127.0.0.1:19864</source>
        <translation>Eingeben, wo Data Nodes sind, deren Namen hier nicht bekannt sind, durch Kommas getrennt: dn1=10.0.0.2, dn2:9864=127.0.0.1:19864</translation>
    </message>
    <message>
        <source>&amp;Data nodes</source>
        <translation>&amp;Data Nodes</translation>
    </message>
    <message>
        <source>hdfs:// is what Hadoop&apos;s own programs speak. Type webhdfs:// with the name node and the port of its web page, mostly 9870.</source>
        <translation>hdfs:// sprechen die Programme von Hadoop selbst. webhdfs:// mit dem Name Node und dem Port seiner Webseite eingeben, meist 9870.</translation>
    </message>
    <message>
        <source>Type the name node behind the //.</source>
        <translation>Den Name Node hinter dem // eingeben.</translation>
    </message>
    <message>
        <source>Type the name of the web server behind the //.</source>
        <translation>Den Namen des Webservers hinter dem // eingeben.</translation>
    </message>
    <message>
        <source>Such addresses are not known here. Known are s3://, gs://, https://, http://, webhdfs:// and swebhdfs://.</source>
        <translation>Solche Adressen sind hier nicht bekannt. Bekannt sind s3://, gs://, https://, http://, webhdfs:// und swebhdfs://.</translation>
    </message>
    <message>
        <source>The name of a bucket has no /. What follows belongs in Prefix.</source>
        <translation>Der Name eines Buckets hat kein /. Was danach kommt, gehört in Präfix.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ReportDocument</name>
    <message>
        <source>Open report</source>
        <translation>Bericht öffnen</translation>
    </message>
    <message>
        <source>Change title of report</source>
        <translation>Titel des Berichts ändern</translation>
    </message>
    <message>
        <source>Change question of report</source>
        <translation>Frage des Berichts ändern</translation>
    </message>
    <message>
        <source>Leave names out of the report</source>
        <translation>Namen aus dem Bericht weglassen</translation>
    </message>
    <message>
        <source>Keep names in the report</source>
        <translation>Namen im Bericht behalten</translation>
    </message>
    <message>
        <source>Change studies of report</source>
        <translation>Studien des Berichts ändern</translation>
    </message>
    <message>
        <source>Add %1 to report</source>
        <translation>%1 zum Bericht hinzufügen</translation>
    </message>
    <message>
        <source>Remove %1 from report</source>
        <translation>%1 aus dem Bericht entfernen</translation>
    </message>
    <message>
        <source>Move %1 in report</source>
        <translation>%1 im Bericht verschieben</translation>
    </message>
    <message>
        <source>Change heading</source>
        <translation>Überschrift ändern</translation>
    </message>
    <message>
        <source>Change text</source>
        <translation>Text ändern</translation>
    </message>
    <message>
        <source>Replace %1</source>
        <translation>%1 ersetzen</translation>
    </message>
    <message>
        <source>Write report in %1</source>
        <translation>Bericht in %1 schreiben</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ReportFeed</name>
    <message>
        <source>&amp;Add to report</source>
        <translation>Zum Beri&amp;cht hinzufügen</translation>
    </message>
    <message>
        <source>Add what this page shows to the report</source>
        <translation>Das auf dieser Seite Gezeigte zum Bericht hinzufügen</translation>
    </message>
    <message>
        <source>Plot the studies that the report is about first.</source>
        <translation>Zuerst die Studien ins Diagramm nehmen, von denen der Bericht handelt.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Put a report together, look at its pages and write it (Ctrl+8)</source>
        <translation>Einen Bericht zusammenstellen, seine Seiten ansehen und ihn schreiben (Strg+8)</translation>
    </message>
    <message>
        <source>Added to the report.</source>
        <translation>Zum Bericht hinzugefügt.</translation>
    </message>
    <message>
        <source>Added to the report “%1”.</source>
        <translation>Zum Bericht „%1“ hinzugefügt.</translation>
    </message>
    <message>
        <source>Show report</source>
        <translation>Bericht zeigen</translation>
    </message>
    <message>
        <source>Go to the report (Ctrl+8)</source>
        <translation>Zum Bericht gehen (Strg+8)</translation>
    </message>
    <message>
        <source>Nothing on this page can stand in a report. Go to a result, a chart, figures or What if.</source>
        <translation>Nichts auf dieser Seite kann in einem Bericht stehen. Zu einem Ergebnis, einem Diagramm, zu Kennzahlen oder „Was wäre wenn“ gehen.</translation>
    </message>
    <message>
        <source>Choose a study first: its result is added.</source>
        <translation>Zuerst eine Studie wählen: Ihr Ergebnis wird hinzugefügt.</translation>
    </message>
    <message>
        <source>Plot a study first: the chart is added.</source>
        <translation>Zuerst eine Studie ins Diagramm nehmen: Das Diagramm wird hinzugefügt.</translation>
    </message>
    <message>
        <source>Choose a study first: its figures are added.</source>
        <translation>Zuerst eine Studie wählen: Ihre Kennzahlen werden hinzugefügt.</translation>
    </message>
    <message>
        <source>Choose a study as the base first: a report rests on what was measured.</source>
        <translation>Zuerst eine Studie als Basis wählen: Ein Bericht beruht auf Gemessenem.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ReportPage</name>
    <message>
        <source>Leave names out</source>
        <translation>Namen weglassen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Begin with a template, or open a saved report</source>
        <translation>Mit einer Vorlage beginnen oder einen gespeicherten Bericht öffnen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Keep the report under its title, to be made again</source>
        <translation>Den Bericht unter seinem Titel behalten, um ihn erneut zu erstellen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Write the report to a file, or print it</source>
        <translation>Den Bericht in eine Datei schreiben oder drucken</translation>
    </message>
    <message>
        <source>Report (PDF, HTML, ODT, Markdown)…</source>
        <translation>Bericht (PDF, HTML, ODT, Markdown)&#xa0;…</translation>
    </message>
    <message>
        <source>Write the report; PDF, HTML and ODT carry their records and can be verified</source>
        <translation>Den Bericht schreiben; PDF, HTML und ODT enthalten ihre Aufzeichnungen und lassen sich prüfen</translation>
    </message>
    <message>
        <source>Slides (PDF)…</source>
        <translation>Folien (PDF)&#xa0;…</translation>
    </message>
    <message>
        <source>Write one message a page, in large type</source>
        <translation>Eine Aussage je Seite schreiben, in großer Schrift</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Drucken&#xa0;…</translation>
    </message>
    <message>
        <source>Print the report as it is previewed</source>
        <translation>Den Bericht wie in der Vorschau drucken</translation>
    </message>
    <message>
        <source>Title of the report</source>
        <translation>Titel des Berichts</translation>
    </message>
    <message>
        <source>Type the title of the report</source>
        <translation>Den Titel des Berichts eingeben</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Question of the report</source>
        <translation>Frage des Berichts</translation>
    </message>
    <message>
        <source>Type the question that the report answers</source>
        <translation>Die Frage eingeben, die der Bericht beantwortet</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Leave hosts, users, paths and devices out of pages and records</source>
        <translation>Rechner, Benutzer, Pfade und Geräte aus Seiten und Aufzeichnungen weglassen</translation>
    </message>
    <message>
        <source>Begin with the plotted studies</source>
        <translation>Mit den Studien im Diagramm beginnen</translation>
    </message>
    <message>
        <source>Saved reports</source>
        <translation>Gespeicherte Berichte</translation>
    </message>
    <message>
        <source>Open the saved report</source>
        <translation>Den gespeicherten Bericht öffnen</translation>
    </message>
    <message>
        <source>Give the report a title first: it is kept under it.</source>
        <translation>Dem Bericht zuerst einen Titel geben: Unter diesem wird er behalten.</translation>
    </message>
    <message>
        <source>“%1” was saved.</source>
        <translation>„%1“ wurde gespeichert.</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>Weggelassen: %1</translation>
    </message>
    <message>
        <source>The report tells: %1</source>
        <translation>Der Bericht verrät: %1</translation>
    </message>
    <message>
        <source>Export slides</source>
        <translation>Folien exportieren</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Slides (*.pdf)</source>
        <translation>Folien (*.pdf)</translation>
    </message>
    <message>
        <source>PDF report (*.pdf)</source>
        <translation>PDF-Bericht (*.pdf)</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>Webseite (*.html)</translation>
    </message>
    <message>
        <source>Text document (*.odt)</source>
        <translation>Textdokument (*.odt)</translation>
    </message>
    <message>
        <source>Markdown with pictures (*.md)</source>
        <translation>Markdown mit Bildern (*.md)</translation>
    </message>
    <message>
        <source>There is nothing to print yet.</source>
        <translation>Es gibt noch nichts zu drucken.</translation>
    </message>
    <message>
        <source>Language of the report</source>
        <translation>Sprache des Berichts</translation>
    </message>
    <message>
        <source>Choose the language that the report is written in</source>
        <translation>Die Sprache wählen, in der der Bericht geschrieben wird</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The report is empty.</source>
        <translation>Der Bericht ist leer.</translation>
    </message>
    <message>
        <source>report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>An empty page for your own words and charts</source>
        <translation>Eine leere Seite für eigene Worte und Diagramme</translation>
    </message>
    <message>
        <source>No study is in the report yet. Press Ctrl+Shift+R beside a result, a chart or figures to add it.</source>
        <translation>Noch steht keine Studie im Bericht. Strg+Umschalt+R fügt ein Ergebnis, ein Diagramm oder Kennzahlen hinzu, die gerade gezeigt werden.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ReportPreview</name>
    <message>
        <source>Pages of the report</source>
        <translation>Seiten des Berichts</translation>
    </message>
    <message>
        <source>(computed when the report is exported)</source>
        <translation>(wird beim Exportieren des Berichts berechnet)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ReportStart</name>
    <message>
        <source>Begin a report</source>
        <translation>Einen Bericht beginnen</translation>
    </message>
    <message>
        <source>Choose a question: it is answered for the studies that are plotted. Or press Ctrl+Shift+R beside a result, a chart or figures to add them one by one.</source>
        <translation>Eine Frage wählen: Sie wird für die Studien im Diagramm beantwortet. Oder neben einem Ergebnis, einem Diagramm oder Kennzahlen Strg+Umschalt+R drücken, um sie einzeln hinzuzufügen.</translation>
    </message>
    <message>
        <source>Saved reports</source>
        <translation>Gespeicherte Berichte</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ResultPanel</name>
    <message>
        <source>&amp;Measure again</source>
        <translation>&amp;Erneut messen</translation>
    </message>
    <message>
        <source>Measure again with the same settings, as a new study (Alt+A)</source>
        <translation>Mit denselben Einstellungen erneut messen, als neue Studie (Alt+T)</translation>
    </message>
    <message>
        <source>&amp;Why</source>
        <translation>&amp;Warum</translation>
    </message>
    <message>
        <source>Show the rule&apos;s whole sentence with its evidence (Alt+W)</source>
        <translation>Den ganzen Satz der Regel mit ihren Belegen zeigen (Alt+W)</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>E&amp;xplore</source>
        <translation>Er&amp;kunden</translation>
    </message>
    <message>
        <source>Show the study in the Explore tab (Alt+X)</source>
        <translation>Die Studie im Reiter „Erkunden“ zeigen (Alt+K)</translation>
    </message>
    <message>
        <source>What &amp;if</source>
        <translation>Wa&amp;s wäre wenn</translation>
    </message>
    <message>
        <source>Predict what other disks, machines and GPUs would make of it (Alt+I)</source>
        <translation>Vorhersagen, was andere Datenträger, Maschinen und GPUs daraus machen würden (Alt+S)</translation>
    </message>
    <message>
        <source>Run a&amp;gain…</source>
        <translation>Erneut aus&amp;führen&#xa0;…</translation>
    </message>
    <message>
        <source>Load the settings of this study into the form (Alt+G)</source>
        <translation>Die Einstellungen dieser Studie ins Formular laden (Alt+F)</translation>
    </message>
    <message>
        <source>Measure the missing &amp;points</source>
        <translation>Fehlende &amp;Punkte messen</translation>
    </message>
    <message>
        <source>Measure the points this study lacks and add them; finished runs are kept (Alt+P)</source>
        <translation>Die Punkte messen, die dieser Studie fehlen, und sie ergänzen; fertige Läufe bleiben (Alt+P)</translation>
    </message>
    <message>
        <source>Sh&amp;are</source>
        <translation>&amp;Teilen</translation>
    </message>
    <message>
        <source>Take the study elsewhere (Alt+A)</source>
        <translation>Die Studie mitnehmen (Alt+T)</translation>
    </message>
    <message>
        <source>&amp;Save as .tlrun…</source>
        <translation>Als .tlrun &amp;speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save the study to a file that another Throughline can open</source>
        <translation>Die Studie in eine Datei speichern, die ein anderes Throughline öffnen kann</translation>
    </message>
    <message>
        <source>Copy as &amp;command</source>
        <translation>Als &amp;Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy the command that measures the same in a terminal</source>
        <translation>Den Befehl kopieren, der in einem Terminal dasselbe misst</translation>
    </message>
    <message>
        <source>&amp;New measurement</source>
        <translation>&amp;Neue Messung</translation>
    </message>
    <message>
        <source>Go back to the form (Alt+N)</source>
        <translation>Zurück zum Formular gehen (Alt+N)</translation>
    </message>
    <message>
        <source>Notes (%1)</source>
        <translation>Hinweise (%1)</translation>
    </message>
    <message>
        <source>No verdict: no run finished.</source>
        <translation>Kein Befund: Kein Lauf wurde beendet.</translation>
    </message>
    <message>
        <source>The command that measures the same was copied.</source>
        <translation>Der Befehl, der dasselbe misst, wurde kopiert.</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>Was hilft</translation>
    </message>
    <message>
        <source>Measure the same &amp;data…</source>
        <translation>Dieselben &amp;Daten messen …</translation>
    </message>
    <message>
        <source>Load the folder that the job reads into the form (Alt+D)</source>
        <translation>Den Ordner, den der Job liest, ins Formular laden (Alt+D)</translation>
    </message>
    <message>
        <source>Measure what this study lacks, as a study of its own</source>
        <translation>Messen, was dieser Studie fehlt, als eigene Studie</translation>
    </message>
    <message>
        <source>%1, measured on %2</source>
        <translation>%1, gemessen auf %2</translation>
    </message>
</context>
<context>
    <name>throughline::ui::RunBar</name>
    <message>
        <source>Compare &amp;with</source>
        <translation>Vergleichen &amp;mit</translation>
    </message>
    <message>
        <source>Choose which runs to show side by side (Alt+U)</source>
        <translation>Wählen, welche Läufe nebeneinander gezeigt werden (Alt+U)</translation>
    </message>
    <message>
        <source>Runs to show</source>
        <translation>Zu zeigende Läufe</translation>
    </message>
    <message>
        <source>Press Space to tick a run</source>
        <translation>Die Leertaste wählt einen Lauf aus oder ab</translation>
    </message>
    <message>
        <source>Hold every other run against this one (Alt+W)</source>
        <translation>Jeden anderen Lauf gegen diesen halten (Alt+M)</translation>
    </message>
    <message>
        <source>Choose the run that the others are compared with</source>
        <translation>Den Lauf wählen, mit dem die anderen verglichen werden</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>At most %1 runs can be shown side by side.</source>
        <translation>Höchstens %1 Läufe können nebeneinander gezeigt werden.</translation>
    </message>
    <message>
        <source>R&amp;uns: %1 of %2</source>
        <translation>Lä&amp;ufe: %1 von %2</translation>
    </message>
    <message>
        <source>%1
Choose the run that the others are compared with</source>
        <translation>%1
Den Lauf wählen, mit dem die anderen verglichen werden</translation>
    </message>
</context>
<context>
    <name>throughline::ui::RunSelection</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::RunTable</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
</context>
<context>
    <name>throughline::ui::RunTableModel</name>
    <message>
        <source>GPU ceiling</source>
        <translation>GPU-Obergrenze</translation>
    </message>
    <message>
        <source>changed while measured</source>
        <translation>während der Messung geändert</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>%1 ± %2 %</source>
        <translation>%1 ± %2&#xa0;%</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Veröffentlicht</translation>
    </message>
    <message>
        <source>No rate of this network on one GPU is in the catalogue.</source>
        <translation>Für dieses Netz auf einer GPU steht keine Rate im Katalog.</translation>
    </message>
    <message>
        <source>The fastest rate that was published of the network on one GPU of this kind, or of another kind, which is then named.</source>
        <translation>Die schnellste Rate, die für das Netz auf einer GPU dieser Art veröffentlicht wurde, oder auf einer anderen, die dann genannt ist.</translation>
    </message>
    <message>
        <source>ImageNet file sizes</source>
        <translation>Dateigrößen von ImageNet</translation>
    </message>
    <message>
        <source>measuring</source>
        <translation>misst</translation>
    </message>
    <message>
        <source>%1 of %2 rounds</source>
        <translation>%1 von %2 Runden</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>gültig</translation>
    </message>
    <message>
        <source>valid, with remarks</source>
        <translation>gültig, mit Anmerkungen</translation>
    </message>
    <message>
        <source>invalid</source>
        <translation>ungültig</translation>
    </message>
    <message>
        <source>Above 100 %: the whole pipeline was faster than its slowest stage alone, so the stage was slowed down while it was measured.</source>
        <translation>Über 100 %: Die ganze Pipeline war schneller als ihre langsamste Stufe allein; die Stufe wurde also gebremst, während sie gemessen wurde.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ScenarioCards</name>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Add scenario</source>
        <translation>Szenario hinzufügen</translation>
    </message>
    <message>
        <source>Add a scenario without changes; six at most</source>
        <translation>Ein Szenario ohne Änderungen hinzufügen; höchstens sechs</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Copy the chosen scenario</source>
        <translation>Das gewählte Szenario kopieren</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen&#xa0;…</translation>
    </message>
    <message>
        <source>Rename the chosen scenario</source>
        <translation>Das gewählte Szenario umbenennen</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move the chosen scenario to the left</source>
        <translation>Das gewählte Szenario nach links verschieben</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Move the chosen scenario to the right</source>
        <translation>Das gewählte Szenario nach rechts verschieben</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the chosen scenario; undo brings it back</source>
        <translation>Das gewählte Szenario entfernen; Rückgängig holt es zurück</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>%1, predicted: %2</source>
        <translation>%1, vorhergesagt: %2</translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation>Szenario umbenennen</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Name:</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ScenarioDocument</name>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Change %1 of %2</source>
        <translation>%1 von %2 ändern</translation>
    </message>
    <message>
        <source>Reset %1 of %2</source>
        <translation>%1 von %2 zurücksetzen</translation>
    </message>
    <message>
        <source>Change catalogue entry of %1</source>
        <translation>Katalogeintrag von %1 ändern</translation>
    </message>
    <message>
        <source>Change volume of %1</source>
        <translation>Volume von %1 ändern</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Change title</source>
        <translation>Titel ändern</translation>
    </message>
    <message>
        <source>scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Add scenario</source>
        <translation>Szenario hinzufügen</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>Use study as the base</source>
        <translation>Studie als Basis verwenden</translation>
    </message>
    <message>
        <source>Use typed-in figures as the base</source>
        <translation>Eingegebene Werte als Basis verwenden</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>Jetzt: %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ScenarioFiles</name>
    <message>
        <source>gp2, st1 and io1 with 4 and 8 V100</source>
        <translation>gp2, st1 und io1 mit 4 und 8 V100</translation>
    </message>
    <message>
        <source>Object store against persistent SSD</source>
        <translation>Objektspeicher gegen persistente SSD</translation>
    </message>
    <message>
        <source>HDFS with 2 and 4 data nodes</source>
        <translation>HDFS mit 2 und 4 Data Nodes</translation>
    </message>
    <message>
        <source>Decode threads, local and network storage</source>
        <translation>Dekodier-Threads, lokaler und Netzwerkspeicher</translation>
    </message>
    <message>
        <source>1 and 7 decode threads</source>
        <translation>1 und 7 Dekodier-Threads</translation>
    </message>
    <message>
        <source>Scaling to 8 nodes</source>
        <translation>Skalierung auf 8 Knoten</translation>
    </message>
    <message>
        <source>gp2, gp3 and st1 volumes with burst credits</source>
        <translation>gp2-, gp3- und st1-Volumes mit Burst-Guthaben</translation>
    </message>
    <message>
        <source>Worked examples</source>
        <translation>Rechenbeispiele</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>&amp;File…</source>
        <translation>&amp;Datei&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;New, without scenarios</source>
        <translation>&amp;Neu, ohne Szenarien</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter&#xa0;…</translation>
    </message>
    <message>
        <source>Open scenarios</source>
        <translation>Szenarien öffnen</translation>
    </message>
    <message>
        <source>Scenarios (*.json)</source>
        <translation>Szenarien (*.json)</translation>
    </message>
    <message>
        <source>Save scenarios</source>
        <translation>Szenarien speichern</translation>
    </message>
    <message>
        <source>Table of answers (*.csv)</source>
        <translation>Tabelle der Antworten (*.csv)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ScenarioTables</name>
    <message>
        <source>Predicted answers by scenario</source>
        <translation>Vorhergesagte Antworten je Szenario</translation>
    </message>
    <message>
        <source>Inputs by scenario</source>
        <translation>Eingaben je Szenario</translation>
    </message>
    <message>
        <source>Sho&amp;w rare inputs</source>
        <translation>Seltene Eingaben &amp;zeigen</translation>
    </message>
    <message>
        <source>Show all inputs of the model, not just the common and changed ones</source>
        <translation>Alle Eingaben des Modells zeigen, nicht nur die üblichen und geänderten</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Show what the scenarios are made of</source>
        <translation>Zeigen, woraus die Szenarien bestehen</translation>
    </message>
    <message>
        <source>Show everything that the model says of the scenarios</source>
        <translation>Alles zeigen, was das Modell über die Szenarien sagt</translation>
    </message>
</context>
<context>
    <name>throughline::ui::SelectionBar</name>
    <message>
        <source>Sho&amp;w only the selected runs</source>
        <translation>Nur die gewählten &amp;Läufe zeigen</translation>
    </message>
    <message>
        <source>Show only the selected runs in all charts</source>
        <translation>In allen Diagrammen nur die gewählten Läufe zeigen</translation>
    </message>
    <message>
        <source>C&amp;lear the selection</source>
        <translation>A&amp;uswahl aufheben</translation>
    </message>
    <message>
        <source>Deselect all runs</source>
        <translation>Alle Läufe abwählen</translation>
    </message>
    <message>
        <source>Show all r&amp;uns</source>
        <translation>Alle Läufe ze&amp;igen</translation>
    </message>
    <message>
        <source>Show all runs of the plotted studies again</source>
        <translation>Wieder alle Läufe der gezeigten Studien zeigen</translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>Nur diese zeigen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) selected</source>
        <translation>
            <numerusform>%n Lauf gewählt</numerusform>
            <numerusform>%n Läufe gewählt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s) shown</source>
        <translation>
            <numerusform>%1 von %n Lauf gezeigt</numerusform>
            <numerusform>%1 von %n Läufen gezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>Nichts ist gewählt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>throughline::ui::SettingsForm</name>
    <message>
        <source>This setting is swept: see its values under “Sweep”.</source>
        <translation>Diese Einstellung wird variiert: siehe ihre Werte unter „Variation“.</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Set it back to the default, %1</source>
        <translation>Auf die Vorgabe %1 zurücksetzen</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>swept: %1</source>
        <translation>variiert: %1</translation>
    </message>
    <message>
        <source>Find a setting by words</source>
        <translation>Eine Einstellung nach Wörtern suchen</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Type words of a setting&apos;s title, explanation or key, in any order</source>
        <translation>Wörter aus Titel, Erklärung oder Schlüssel einer Einstellung eingeben, in beliebiger Folge</translation>
    </message>
    <message>
        <source>No setting has all of these words.</source>
        <translation>Keine Einstellung enthält alle diese Wörter.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::SettingsPage</name>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>Choose a study in the list on the left to see how it was measured.</source>
        <translation>In der Liste links eine Studie wählen, um zu sehen, wie sie gemessen wurde.</translation>
    </message>
    <message>
        <source>Choose one study alone to change its title, tags, note or price.</source>
        <translation>Eine einzelne Studie wählen, um Titel, Schlagwörter, Notiz oder Preis zu ändern.</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Find a figure</source>
        <translation>Kennzahl suchen</translation>
    </message>
    <message>
        <source>Choose a study in the list on the left to see all its figures. Choose several to compare them.</source>
        <translation>In der Liste links eine Studie wählen, um alle ihre Kennzahlen zu sehen. Mehrere wählen, um sie zu vergleichen.</translation>
    </message>
    <message>
        <source>No setting contains “%1”.</source>
        <translation>Keine Einstellung enthält „%1“.</translation>
    </message>
    <message>
        <source>No figure contains “%1”.</source>
        <translation>Keine Kennzahl enthält „%1“.</translation>
    </message>
    <message>
        <source>No setting is recorded.</source>
        <translation>Es ist keine Einstellung aufgezeichnet.</translation>
    </message>
    <message>
        <source>No figure is recorded.</source>
        <translation>Es ist keine Kennzahl aufgezeichnet.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Filter by key or action</source>
        <translation>Nach Taste oder Aktion filtern</translation>
    </message>
    <message>
        <source>Filter keyboard shortcuts</source>
        <translation>Tastenkürzel filtern</translation>
    </message>
    <message>
        <source>Nothing found. Try fewer letters.</source>
        <translation>Nichts gefunden. Weniger Buchstaben versuchen.</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
</context>
<context>
    <name>throughline::ui::Sources</name>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Veröffentlicht</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StorageForm</name>
    <message>
        <source>Big file to read, or folder on the disk to measure</source>
        <translation>Große Datei zum Lesen, oder Ordner auf dem Datenträger</translation>
    </message>
    <message>
        <source>File or folder to measure</source>
        <translation>Datei oder Ordner zum Messen</translation>
    </message>
    <message>
        <source>Type the path of a big file, which is only read, or of a folder</source>
        <translation>Pfad einer großen Datei, die nur gelesen wird, oder eines Ordners eingeben</translation>
    </message>
    <message>
        <source>Choose fi&amp;le…</source>
        <translation>Da&amp;tei wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose a big file to read (Alt+L)</source>
        <translation>Große Datei zum Lesen wählen (Alt+T)</translation>
    </message>
    <message>
        <source>&amp;Choose folder…</source>
        <translation>&amp;Ordner wählen&#xa0;…</translation>
    </message>
    <message>
        <source>Choose a folder on the disk to measure (Alt+C)</source>
        <translation>Ordner auf dem Datenträger wählen, der gemessen wird (Alt+O)</translation>
    </message>
    <message>
        <source>&amp;Quick</source>
        <translation>&amp;Kurz</translation>
    </message>
    <message>
        <source>Measure a small grid of sizes and depths, in about a minute</source>
        <translation>Ein kleines Gitter aus Größen und Tiefen messen, in etwa einer Minute</translation>
    </message>
    <message>
        <source>F&amp;ull</source>
        <translation>&amp;Vollständig</translation>
    </message>
    <message>
        <source>Measure 4 KiB to 4 MiB at depths 1 to 128, each until its rate is steady</source>
        <translation>4 KiB bis 4 MiB bei Tiefen von 1 bis 128 messen, jede, bis ihre Rate stetig ist</translation>
    </message>
    <message>
        <source>&amp;Write a file to read, and remove it at the end</source>
        <translation>Eine Datei zum &amp;Lesen schreiben und am Ende entfernen</translation>
    </message>
    <message>
        <source>Agree that a new file is written into a new folder there, is read, and is removed at the end</source>
        <translation>Zustimmen, dass dort eine neue Datei in einen neuen Ordner geschrieben, gelesen und am Ende entfernt wird</translation>
    </message>
    <message>
        <source>Measure writes and small files too</source>
        <translation>Auch Schreiben und kleine Dateien messen</translation>
    </message>
    <message>
        <source>Write new files into a new folder there, which is removed at the end; no file that exists is changed</source>
        <translation>Dort neue Dateien in einen neuen Ordner schreiben, der am Ende entfernt wird; keine vorhandene Datei wird geändert</translation>
    </message>
    <message>
        <source>Choose a big file, or a folder on the disk to measure.</source>
        <translation>Eine große Datei wählen, oder einen Ordner auf dem Datenträger.</translation>
    </message>
    <message>
        <source>Choose a big file in this folder, or agree that one is written there.</source>
        <translation>Eine große Datei in diesem Ordner wählen, oder zustimmen, dass dort eine geschrieben wird.</translation>
    </message>
    <message>
        <source>Looking at the disk…</source>
        <translation>Der Datenträger wird angesehen&#xa0;…</translation>
    </message>
    <message>
        <source>Big file to read</source>
        <translation>Große Datei zum Lesen</translation>
    </message>
    <message>
        <source>Folder on the disk to measure</source>
        <translation>Ordner auf dem Datenträger</translation>
    </message>
    <message>
        <source>How much is written, and how much stays free, is said here first.</source>
        <translation>Wie viel geschrieben wird und wie viel frei bleibt, steht vorher hier.</translation>
    </message>
    <message>
        <source>Nothing is written; reads go past the page cache.</source>
        <translation>Nichts wird geschrieben; gelesen wird am Page-Cache vorbei.</translation>
    </message>
    <message>
        <source>The study opens in the library when it is done.</source>
        <translation>Die Studie öffnet sich in der Bibliothek, wenn sie fertig ist.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyAdvice</name>
    <message>
        <source>What was seen, and what helps</source>
        <translation>Was zu sehen war und was hilft</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>Was hilft</translation>
    </message>
    <message>
        <source>What the model expects of one change</source>
        <translation>Was das Modell von einer Änderung erwartet</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyBaseButton</name>
    <message>
        <source>&amp;Base: typed in</source>
        <translation>Ba&amp;sis: eingegeben</translation>
    </message>
    <message>
        <source>&amp;Base: %1</source>
        <translation>Ba&amp;sis: %1</translation>
    </message>
    <message>
        <source>Choose the base of the scenarios: typed-in figures, or stored studies</source>
        <translation>Die Basis der Szenarien wählen: eingegebene Werte oder gespeicherte Studien</translation>
    </message>
    <message>
        <source>Calibrated on %1</source>
        <translation>Kalibriert an %1</translation>
    </message>
    <message>
        <source>Typed-in figures</source>
        <translation>Eingegebene Werte</translation>
    </message>
    <message>
        <source>Calibrate on studies</source>
        <translation>An Studien kalibrieren</translation>
    </message>
    <message numerus="yes">
        <source>The %n plotted studies together</source>
        <translation>
            <numerusform>Die %n Studie im Diagramm</numerusform>
            <numerusform>Die %n Studien im Diagramm zusammen</numerusform>
        </translation>
    </message>
    <message>
        <source>Use all plotted studies: one may have measured storage, another the processor</source>
        <translation>Alle Studien im Diagramm verwenden: Eine kann den Datenspeicher gemessen haben, eine andere den Prozessor</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyBaseRow</name>
    <message>
        <source>&amp;Measure again</source>
        <translation>&amp;Erneut messen</translation>
    </message>
    <message>
        <source>Open the form with the settings of the base</source>
        <translation>Das Formular mit den Einstellungen der Basis öffnen</translation>
    </message>
    <message>
        <source>Other programs used the processors while the base was measured, so its figures are too low by an unknown amount. This is why predictions get grade D and wide intervals.</source>
        <translation>Während die Basis gemessen wurde, nutzten andere Programme die Prozessoren; ihre Werte sind daher um einen unbekannten Betrag zu niedrig. Deshalb haben Vorhersagen Güte D und weite Intervalle.</translation>
    </message>
    <message>
        <source>The runs of %1 are not in the library, so the figures and grades stay as saved and cannot be recalibrated.</source>
        <translation>Die Läufe von %1 sind nicht in der Bibliothek, daher bleiben Werte und Güte wie gespeichert und können nicht neu kalibriert werden.</translation>
    </message>
    <message>
        <source>The base was calibrated on %1, but its runs were not saved with it. Predictions are graded D until you choose the study as the base again.</source>
        <translation>Die Basis wurde an %1 kalibriert, dessen Läufe aber nicht mit ihr gespeichert wurden. Vorhersagen haben Güte D, bis Sie die Studie wieder als Basis wählen.</translation>
    </message>
    <message>
        <source>Use the chosen st&amp;udy</source>
        <translation>Gewählte St&amp;udie verwenden</translation>
    </message>
    <message>
        <source>Base the predictions on the study that is chosen in the list</source>
        <translation>Den Vorhersagen die Studie zugrunde legen, die in der Liste gewählt ist</translation>
    </message>
    <message>
        <source>These predictions are based on typed-in figures, not on the chosen study “%1”.</source>
        <translation>Diese Vorhersagen beruhen auf eingegebenen Werten, nicht auf der gewählten Studie „%1“.</translation>
    </message>
    <message>
        <source>These predictions are based on “%1”, not on the chosen study “%2”.</source>
        <translation>Diese Vorhersagen beruhen auf „%1“, nicht auf der gewählten Studie „%2“.</translation>
    </message>
    <message>
        <source>Measure each stage a&amp;lone…</source>
        <translation>Jede Stufe al&amp;lein messen…</translation>
    </message>
    <message>
        <source>Open the form with the settings of the base and each stage alone</source>
        <translation>Das Formular mit den Einstellungen der Basis und jeder Stufe allein öffnen</translation>
    </message>
    <message>
        <source>Neither storage nor decoding was measured alone, so they count as without a limit.</source>
        <translation>Weder der Datenspeicher noch das Dekodieren wurde allein gemessen; beide gelten daher als unbegrenzt.</translation>
    </message>
    <message>
        <source>Storage alone was not measured, so it counts as without a limit.</source>
        <translation>Der Datenspeicher wurde nicht allein gemessen und gilt daher als unbegrenzt.</translation>
    </message>
    <message>
        <source>Decoding alone was not measured, so it counts as without a limit.</source>
        <translation>Das Dekodieren wurde nicht allein gemessen und gilt daher als unbegrenzt.</translation>
    </message>
    <message>
        <source>Measure thi&amp;s computer…</source>
        <translation>Diesen &amp;Rechner messen …</translation>
    </message>
    <message>
        <source>Open the form of a measurement, which can be the base</source>
        <translation>Das Formular einer Messung öffnen, die die Basis sein kann</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Show all that is to be known of the base</source>
        <translation>Alles zeigen, was über die Basis zu wissen ist</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyChart</name>
    <message>
        <source>The first point appears when the first run ends.</source>
        <translation>Der erste Punkt erscheint, wenn der erste Lauf endet.</translation>
    </message>
    <message>
        <source>No run of the whole pipeline has ended.</source>
        <translation>Kein Lauf der ganzen Pipeline ist zu Ende gegangen.</translation>
    </message>
    <message>
        <source>The best %1 of %2 runs; Explore has all.</source>
        <translation>Die besten %1 von %2 Läufen; alle stehen unter Erkunden.</translation>
    </message>
    <message>
        <source>The best %1 of %2 runs, not joined where others lie between; Explore has all.</source>
        <translation>Die besten %1 von %2 Läufen, nicht verbunden, wo andere dazwischen liegen; alle stehen unter Erkunden.</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>Was das Diagramm zeigt</translation>
    </message>
    <message>
        <source>Show the rate of all nodes, how efficient they are, or each node</source>
        <translation>Die Rate aller Knoten zeigen, ihre Effizienz oder jeden Knoten</translation>
    </message>
    <message>
        <source>Each of %1 nodes, the slowest first</source>
        <translation>Jeder von %1 Knoten, der langsamste zuerst</translation>
    </message>
    <message>
        <source>Each of %1 nodes over time</source>
        <translation>Jeder von %1 Knoten im Zeitverlauf</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyDelegate</name>
    <message>
        <source>emulated</source>
        <translation>emuliert</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyFeed</name>
    <message>
        <source>Choose a study in the list on the left to read its result.
None yet? Measure this computer, or import results of other tools.</source>
        <translation>In der Liste links eine Studie wählen, um ihr Ergebnis zu lesen.
Noch keine da? Diesen Rechner messen oder Ergebnisse anderer Werkzeuge importieren.</translation>
    </message>
    <message>
        <source>The library is being read.</source>
        <translation>Die Bibliothek wird gelesen.</translation>
    </message>
    <message>
        <source>The study is being read.</source>
        <translation>Die Studie wird gelesen.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyForm</name>
    <message>
        <source>T&amp;itle</source>
        <translation>&amp;Titel</translation>
    </message>
    <message>
        <source>T&amp;ags</source>
        <translation>S&amp;chlagwörter</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>&amp;Notiz</translation>
    </message>
    <message>
        <source>St&amp;orage</source>
        <translation>Datens&amp;peicher</translation>
    </message>
    <message>
        <source>&amp;Price, USD/h</source>
        <translation>Pre&amp;is, USD/h</translation>
    </message>
    <message>
        <source>Type the name to show in lists and charts</source>
        <translation>Den Namen für Listen und Diagramme eingeben</translation>
    </message>
    <message>
        <source>e.g. keep, a100, night run</source>
        <translation>z.&#xa0;B. behalten, a100, Nachtlauf</translation>
    </message>
    <message>
        <source>Type words to find the study by, separated by commas</source>
        <translation>Durch Kommas getrennte Wörter eingeben, unter denen die Studie zu finden ist</translation>
    </message>
    <message>
        <source>Type anything worth knowing; the filter searches it too</source>
        <translation>Alles Wissenswerte eingeben; auch der Filter durchsucht es</translation>
    </message>
    <message>
        <source>– not linked</source>
        <translation>– nicht zugeordnet</translation>
    </message>
    <message>
        <source>Choose the catalogue entry of the storage that held the data</source>
        <translation>Den Katalogeintrag des Datenspeichers wählen, auf dem die Daten lagen</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>nicht angegeben</translation>
    </message>
    <message>
        <source>Type the cost of the machine in USD per hour; it gives the price per million images</source>
        <translation>Die Kosten der Maschine in USD je Stunde eingeben; daraus folgt der Preis je Million Bilder</translation>
    </message>
    <message>
        <source>&amp;Baseline for comparisons</source>
        <translation>Base&amp;line für Vergleiche</translation>
    </message>
    <message>
        <source>Make this study the baseline; the star moves here from any other</source>
        <translation>Diese Studie zur Baseline machen; der Stern wandert von jeder anderen hierher</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Von %1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyListModel</name>
    <message>
        <source>Untitled study</source>
        <translation>Studie ohne Titel</translation>
    </message>
    <message>
        <source>storage</source>
        <translation>Datenspeicher</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>Dekodieren</translation>
    </message>
    <message>
        <source>consumer</source>
        <translation>Abnehmer</translation>
    </message>
    <message>
        <source>remarks only</source>
        <translation>nur Anmerkungen</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Interrupted: the measurement ended before its last run.</source>
        <translation>Unterbrochen: Die Messung endete vor ihrem letzten Lauf.</translation>
    </message>
    <message numerus="yes">
        <source>Incomplete: %1 of %n run(s) gave a result.</source>
        <translation>
            <numerusform>Unvollständig: %1 von %n Lauf ergab ein Ergebnis.</numerusform>
            <numerusform>Unvollständig: %1 von %n Läufen ergaben ein Ergebnis.</numerusform>
        </translation>
    </message>
    <message>
        <source>observed</source>
        <translation>beobachtet</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>published</source>
        <translation>veröffentlicht</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>demo</source>
        <translation>Demo</translation>
    </message>
    <message>
        <source>plotted</source>
        <translation>im Diagramm</translation>
    </message>
    <message>
        <source>Published, %1</source>
        <translation>Veröffentlicht, %1</translation>
    </message>
    <message>
        <source>%1, on %2</source>
        <translation>%1, auf %2</translation>
    </message>
    <message>
        <source>Baseline: other studies are compared with it</source>
        <translation>Baseline: Andere Studien werden mit ihr verglichen</translation>
    </message>
    <message>
        <source>d MMM HH:mm</source>
        <translation>d. MMM HH:mm</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>Disturbed: other programs were busy meanwhile.</source>
        <translation>Gestört: Andere Programme waren währenddessen beschäftigt.</translation>
    </message>
    <message>
        <source>d MMM HH:mm:ss</source>
        <translation>d. MMM HH:mm:ss</translation>
    </message>
    <message>
        <source>d MMM yyyy HH:mm:ss</source>
        <translation>d. MMM yyyy HH:mm:ss</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyPicker</name>
    <message>
        <source>Experiment of a study</source>
        <translation>Experiment einer Studie</translation>
    </message>
    <message>
        <source>Choose what a published study showed, to measure it here</source>
        <translation>Wählen, was eine veröffentlichte Studie gezeigt hat, um es hier zu messen</translation>
    </message>
    <message>
        <source>Serves the charts: %1.</source>
        <translation>Für die Diagramme: %1.</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudySearch</name>
    <message>
        <source>Filter studies</source>
        <translation>Studien filtern</translation>
    </message>
    <message>
        <source>Show only studies with all of these words in title, tags, note, host, device, settings, verdict or remarks (Ctrl+F)</source>
        <translation>Nur Studien mit all diesen Wörtern in Titel, Schlagwörtern, Notiz, Rechner, Gerät, Einstellungen, Befund oder Anmerkungen zeigen (Strg+F)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::StudyTree</name>
    <message numerus="yes">
        <source>%1: %n study(s)</source>
        <translation>
            <numerusform>%1: %n Studie</numerusform>
            <numerusform>%1: %n Studien</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>throughline::ui::SweepForm</name>
    <message>
        <source>(nothing)</source>
        <translation>(keine)</translation>
    </message>
    <message>
        <source>Swept setting %1</source>
        <translation>Variierte Einstellung %1</translation>
    </message>
    <message>
        <source>Choose a setting to measure at several values; the first one varies slowest</source>
        <translation>Eine Einstellung wählen, die bei mehreren Werten gemessen wird; die erste ändert sich am langsamsten</translation>
    </message>
    <message>
        <source>values, such as 1, 2, 4 or 64 KiB, 1 MiB</source>
        <translation>Werte, etwa 1, 2, 4 oder 64 KiB, 1 MiB</translation>
    </message>
    <message>
        <source>Values of swept setting %1</source>
        <translation>Werte der variierten Einstellung %1</translation>
    </message>
    <message>
        <source>Type values separated by commas; write \, for a comma inside a value</source>
        <translation>Durch Kommas getrennte Werte eingeben, Dezimalzahlen mit Punkt; für ein Komma innerhalb eines Wertes \, schreiben</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ThreadsControl</name>
    <message>
        <source>&amp;Decode threads now:</source>
        <translation>Dekodier-&amp;Threads jetzt:</translation>
    </message>
    <message>
        <source>Decode threads of the run being measured</source>
        <translation>Dekodier-Threads des Laufs, der gemessen wird</translation>
    </message>
    <message>
        <source>The measurement is being stopped.</source>
        <translation>Die Messung wird angehalten.</translation>
    </message>
    <message>
        <source>No run is being measured.</source>
        <translation>Kein Lauf wird gemessen.</translation>
    </message>
    <message>
        <source>This run does not decode: it measures another stage alone.</source>
        <translation>Dieser Lauf dekodiert nicht: Er misst eine andere Stufe einzeln.</translation>
    </message>
    <message>
        <source>Change the number of decode threads and watch what follows; nothing is recorded.
%1</source>
        <translation>Die Zahl der Dekodier-Threads ändern und sehen, was folgt; nichts wird aufgezeichnet.
%1</translation>
    </message>
</context>
<context>
    <name>throughline::ui::TornadoView</name>
    <message>
        <source>What would help most</source>
        <translation>Was am meisten hülfe</translation>
    </message>
    <message>
        <source>%1: half ≈ %2, twice ≈ %3 images/s (now ≈ %4)</source>
        <translation>%1: halb ≈ %2, doppelt ≈ %3 Bilder/s (jetzt ≈ %4)</translation>
    </message>
    <message>
        <source>No input changes the rate of %1</source>
        <translation>Keine Eingabe ändert die Rate von %1</translation>
    </message>
    <message>
        <source>½ and 2× of …: images/s predicted for %1 (≈ %2)</source>
        <translation>½ und 2× von&#xa0;…: für %1 (≈ %2) vorhergesagte Bilder/s</translation>
    </message>
</context>
<context>
    <name>throughline::ui::Trend</name>
    <message>
        <source>no %1</source>
        <translation>nicht vorhanden: %1</translation>
    </message>
    <message>
        <source>no %1 (%2)</source>
        <translation>nicht vorhanden: %1 (%2)</translation>
    </message>
</context>
<context>
    <name>throughline::ui::UnseenLine</name>
    <message>
        <source>Change the axes to figures that these studies have</source>
        <translation>Die Achsen auf Größen umstellen, die diese Studien haben</translation>
    </message>
    <message>
        <source>Without a point in this chart: %1 of %2 plotted studies.</source>
        <translation>Ohne Punkt in diesem Diagramm: %1 von %2 gezeichneten Studien.</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <translation>Zeigen: %1</translation>
    </message>
    <message>
        <source>Without these figures:</source>
        <translation>Ohne diese Kennzahlen:</translation>
    </message>
    <message>
        <source>As a line only:</source>
        <translation>Nur als Linie:</translation>
    </message>
    <message>
        <source>Left out by this view:</source>
        <translation>Von dieser Ansicht ausgelassen:</translation>
    </message>
    <message>
        <source>Remarks only, without a run:</source>
        <translation>Nur Bemerkungen, ohne Lauf:</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ViewBar</name>
    <message>
        <source>Gallery</source>
        <translation>Galerie</translation>
    </message>
    <message>
        <source>Choose a saved view, or a chart of the published studies, by its picture (Ctrl+G)</source>
        <translation>Eine gespeicherte Ansicht oder ein Diagramm der veröffentlichten Studien nach seinem Bild wählen (Strg+G)</translation>
    </message>
    <message>
        <source>Show images/s %1</source>
        <translation>Bilder/s %1 zeigen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ViewGallery</name>
    <message>
        <source>%1 by %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>Gallery of charts</source>
        <translation>Galerie der Diagramme</translation>
    </message>
    <message>
        <source>Find a view</source>
        <translation>Eine Ansicht suchen</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>&amp;Save this view…</source>
        <translation>Diese Ansicht &amp;speichern&#xa0;…</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>&amp;Umbenennen&#xa0;…</translation>
    </message>
    <message>
        <source>Give this view another name (F2)</source>
        <translation>Dieser Ansicht einen anderen Namen geben (F2)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Delete this view; Ctrl+Z brings it back (Delete)</source>
        <translation>Diese Ansicht löschen; Strg+Z holt sie zurück (Entf)</translation>
    </message>
    <message>
        <source>S&amp;how</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>Show this view in the charts (Enter)</source>
        <translation>Diese Ansicht in den Diagrammen zeigen (Eingabe)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the gallery (Esc)</source>
        <translation>Die Galerie schließen (Esc)</translation>
    </message>
    <message numerus="yes">
        <source>Saved with %n study(s): %1</source>
        <translation>
            <numerusform>Gespeichert mit %n Studie: %1</numerusform>
            <numerusform>Gespeichert mit %n Studien: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>Rename the view</source>
        <translation>Ansicht umbenennen</translation>
    </message>
    <message>
        <source>Name (a view with the same name is replaced):</source>
        <translation>Name (eine Ansicht gleichen Namens wird ersetzt):</translation>
    </message>
    <message>
        <source>Groups of views</source>
        <translation>Gruppen von Ansichten</translation>
    </message>
    <message>
        <source>&amp;Measure here…</source>
        <translation>Hier &amp;messen …</translation>
    </message>
    <message>
        <source>Open the measurement that shows this chart with figures of this computer; it says how long it takes before it starts</source>
        <translation>Die Messung öffnen, die dieses Diagramm mit Werten dieses Computers zeigt; sie sagt vor dem Start, wie lange sie dauert</translation>
    </message>
    <message>
        <source>Scaling efficiency of %1</source>
        <translation>Skalierungseffizienz: %1</translation>
    </message>
    <message>
        <source>No chart has all of these words.</source>
        <translation>Kein Diagramm enthält alle diese Wörter.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::ViewKeeper</name>
    <message>
        <source>&amp;Save this view…</source>
        <translation>Diese Ansicht &amp;speichern&#xa0;…</translation>
    </message>
    <message>
        <source>Save quantities, studies, curves and zoom of the charts under a name</source>
        <translation>Größen, Studien, Kurven und Ausschnitt der Diagramme unter einem Namen speichern</translation>
    </message>
    <message>
        <source>There is no chart to save yet. Plot a study first: click the dot before it.</source>
        <translation>Es gibt noch kein Diagramm zu speichern. Zuerst eine Studie ins Diagramm nehmen: den Punkt vor ihr anklicken.</translation>
    </message>
    <message>
        <source>Save this view</source>
        <translation>Diese Ansicht speichern</translation>
    </message>
    <message>
        <source>Name (a view with the same name is replaced):</source>
        <translation>Name (eine Ansicht gleichen Namens wird ersetzt):</translation>
    </message>
    <message>
        <source>Save view %1</source>
        <translation>Ansicht %1 speichern</translation>
    </message>
    <message>
        <source>The view “%1” is saved in the gallery.</source>
        <translation>Die Ansicht „%1“ ist in der Galerie gespeichert.</translation>
    </message>
    <message>
        <source>Rename view %1</source>
        <translation>Ansicht %1 umbenennen</translation>
    </message>
    <message>
        <source>The view “%1” is now called “%2”.</source>
        <translation>Die Ansicht „%1“ heißt jetzt „%2“.</translation>
    </message>
    <message>
        <source>Delete view %1</source>
        <translation>Ansicht %1 löschen</translation>
    </message>
    <message>
        <source>The view “%1” is deleted.</source>
        <translation>Die Ansicht „%1“ ist gelöscht.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::VolumePicker</name>
    <message>
        <source>This disk as it is</source>
        <translation>Dieser Datenträger, wie er ist</translation>
    </message>
    <message>
        <source>full credits</source>
        <translation>volles Guthaben</translation>
    </message>
    <message>
        <source>no credits</source>
        <translation>kein Guthaben</translation>
    </message>
    <message>
        <source>credits %1</source>
        <translation>Guthaben %1</translation>
    </message>
    <message>
        <source>Volume to emulate</source>
        <translation>Zu emulierendes Volume</translation>
    </message>
    <message>
        <source>Choose the cloud volume that this disk is to behave as, type words of its name, or type it with its size: aws-gp2:334GiB</source>
        <translation>Das Cloud-Volume wählen, wie das sich dieser Datenträger verhalten soll, Wörter seines Namens eintippen oder es mit seiner Größe eingeben: aws-gp2:334GiB</translation>
    </message>
    <message>
        <source>Burst credits at the beginning</source>
        <translation>Burst-Guthaben zu Beginn</translation>
    </message>
    <message>
        <source>Choose how many burst credits a run begins with, or type a share such as 25 %</source>
        <translation>Wählen, mit wie viel Burst-Guthaben ein Lauf beginnt, oder einen Anteil wie 25&#xa0;% eingeben</translation>
    </message>
    <message>
        <source>Behaves as</source>
        <translation>Verhält sich wie</translation>
    </message>
    <message>
        <source>This disk %1. All that such a run shows is marked emulated.</source>
        <translation>Dieser Datenträger %1. Alles, was ein solcher Lauf zeigt, ist als emuliert gekennzeichnet.</translation>
    </message>
    <message>
        <source>Volume or store to emulate</source>
        <translation>Volume oder Objektspeicher, der emuliert wird</translation>
    </message>
    <message>
        <source>Choose the cloud volume or object store that this disk is to behave as, type words of its name, or type it: aws-gp2:334GiB, aws-s3:prefixes=4</source>
        <translation>Das Cloud-Volume oder den Objektspeicher wählen, wie der sich dieser Datenträger verhalten soll, Wörter des Namens eintippen oder es ganz: aws-gp2:334GiB, aws-s3:prefixes=4</translation>
    </message>
    <message>
        <source>first byte after</source>
        <translation>erstes Byte nach</translation>
    </message>
    <message>
        <source>Time to the first byte</source>
        <translation>Zeit bis zum ersten Byte</translation>
    </message>
    <message>
        <source>Choose how long the store takes to the first byte, or type it, such as 30 ms. Nobody has published it of this store.</source>
        <translation>Wählen oder eingeben, wie lange der Speicher bis zum ersten Byte braucht, etwa 30 ms. Für diesen Speicher hat es niemand veröffentlicht.</translation>
    </message>
    <message>
        <source>The store as it is</source>
        <translation>Der Objektspeicher, wie er ist</translation>
    </message>
    <message>
        <source>Of data in a store nothing is emulated. To emulate a volume or a store, choose data on a disk of this computer.</source>
        <translation>Bei Daten in einem Objektspeicher wird nichts emuliert. Wählen Sie Daten auf einer Platte dieses Rechners, um ein Volume oder einen Objektspeicher zu emulieren.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::WaysPanel</name>
    <message>
        <source>Size of the data set</source>
        <translation>Größe des Datensatzes</translation>
    </message>
    <message>
        <source>Type the size of another data set of the same kind, such as 150 GB. Press Up or Down to step, Page Up or Page Down to double or halve.</source>
        <translation>Die Größe eines anderen Datensatzes derselben Art eingeben, etwa 150 GB. Auf und Ab ändern sie schrittweise, Bild auf und Bild ab verdoppeln oder halbieren sie.</translation>
    </message>
    <message>
        <source>Size of the cache</source>
        <translation>Größe des Caches</translation>
    </message>
    <message>
        <source>Type what the cache can hold, such as 64 GB; as much as the data set or more is everything. Press Up or Down to step, Page Up or Page Down to double or halve.</source>
        <translation>Eingeben, was der Cache fasst, etwa 64 GB; so viel wie der Datensatz oder mehr ist alles. Auf und Ab ändern es schrittweise, Bild auf und Bild ab verdoppeln oder halbieren es.</translation>
    </message>
    <message>
        <source>Choose what a full cache gives up</source>
        <translation>Wählen, was ein voller Cache aufgibt</translation>
    </message>
    <message>
        <source>What goes when the cache is full</source>
        <translation>Was geht, wenn der Cache voll ist</translation>
    </message>
    <message>
        <source>Type the number of epochs of the job</source>
        <translation>Die Zahl der Epochen der Arbeit eingeben</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>Date&amp;n</translation>
    </message>
    <message>
        <source>Cache &amp;size</source>
        <translation>Cache-&amp;Größe</translation>
    </message>
    <message>
        <source>&amp;When full</source>
        <translation>&amp;Wenn voll</translation>
    </message>
    <message>
        <source>E&amp;pochs</source>
        <translation>E&amp;pochen</translation>
    </message>
    <message>
        <source>Change what a full cache gives up</source>
        <translation>Ändern, was ein voller Cache aufgibt</translation>
    </message>
    <message>
        <source>Change the number of epochs</source>
        <translation>Zahl der Epochen ändern</translation>
    </message>
    <message>
        <source>Change the size of the data set</source>
        <translation>Größe des Datensatzes ändern</translation>
    </message>
    <message>
        <source>Change the size of the cache</source>
        <translation>Größe des Caches ändern</translation>
    </message>
    <message>
        <source>Times of the three ways</source>
        <translation>Zeiten der drei Wege</translation>
    </message>
    <message>
        <source>Predicted from the epochs that were measured</source>
        <translation>Vorhergesagt aus den gemessenen Epochen</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>First batch</source>
        <translation>Erster Batch</translation>
    </message>
    <message>
        <source>First epoch</source>
        <translation>Erste Epoche</translation>
    </message>
    <message>
        <source>Later epochs</source>
        <translation>Spätere Epochen</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>Treffer</translation>
    </message>
    <message numerus="yes">
        <source>%n epoch(s)</source>
        <translation>
            <numerusform>%n Epoche</numerusform>
            <numerusform>%n Epochen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1&#xa0;%</translation>
    </message>
    <message>
        <source>Dotted: predicted; markers: measured in %1. %2</source>
        <translation>Gepunktet: vorhergesagt; Markierungen: gemessen in %1. %2</translation>
    </message>
    <message>
        <source>Object store whose prices count</source>
        <translation>Objektspeicher, dessen Preise zählen</translation>
    </message>
    <message>
        <source>Choose the object store of the catalogue that the data lie in: its prices for requests and bytes count.</source>
        <translation>Den Objektspeicher des Katalogs wählen, in dem die Daten liegen: Seine Preise für Anfragen und Bytes zählen.</translation>
    </message>
    <message>
        <source>Disk whose price counts</source>
        <translation>Datenträger, dessen Preis zählt</translation>
    </message>
    <message>
        <source>Choose the disk of the catalogue that the copy or the cache lies on: its price by size and time counts.</source>
        <translation>Den Datenträger des Katalogs wählen, auf dem Kopie oder Cache liegen: Sein Preis nach Größe und Zeit zählt.</translation>
    </message>
    <message>
        <source>Change the store whose prices count</source>
        <translation>Objektspeicher ändern, dessen Preise zählen</translation>
    </message>
    <message>
        <source>Change the disk whose price counts</source>
        <translation>Datenträger ändern, dessen Preis zählt</translation>
    </message>
    <message>
        <source>%1, as measured</source>
        <translation>%1, wie gemessen</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>nicht gewählt</translation>
    </message>
    <message>
        <source>List prices for requests, bytes read and the disk, without the computer</source>
        <translation>Listenpreise für Anfragen, gelesene Bytes und den Datenträger, ohne den Rechner</translation>
    </message>
    <message>
        <source>Pri&amp;ces of the store</source>
        <translation>Preise des &amp;Objektspeichers</translation>
    </message>
    <message>
        <source>and of the dis&amp;k</source>
        <translation>und des Datent&amp;rägers</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Playing the requests through…</source>
        <translation>Die Anfragen werden durchgespielt …</translation>
    </message>
</context>
<context>
    <name>throughline::ui::WelcomePage</name>
    <message>
        <source>What starves your GPU?</source>
        <translation>Was lässt Ihre GPU hungern?</translation>
    </message>
    <message>
        <source>Throughline measures how many images per second this computer reads, decodes and hands over – each stage alone, then all together.</source>
        <translation>Throughline misst, wie viele Bilder pro Sekunde dieser Rechner liest, dekodiert und übergibt – jede Stufe einzeln, dann alle zusammen.</translation>
    </message>
    <message>
        <source>Explore recordings of real measurements without measuring anything yourself. (Ctrl+Shift+D)</source>
        <translation>Aufzeichnungen echter Messungen erkunden, ohne selbst zu messen. (Strg+Umschalt+D)</translation>
    </message>
    <message>
        <source>&amp;Measure this computer</source>
        <translation>Diesen Rechner &amp;messen</translation>
    </message>
    <message>
        <source>Choose a folder of images, or make a data set. The first result takes about a minute. (Ctrl+N)</source>
        <translation>Einen Ordner mit Bildern wählen oder einen Datensatz erzeugen. Das erste Ergebnis braucht etwa eine Minute. (Strg+N)</translation>
    </message>
    <message>
        <source>&amp;Open a result</source>
        <translation>Ein Ergebnis öf&amp;fnen</translation>
    </message>
    <message>
        <source>Results of fio, iostat, nvidia-smi, training logs and many other tools, or a Throughline record. You can also drop files and folders on this window. (Ctrl+O)</source>
        <translation>Ergebnisse von fio, iostat, nvidia-smi, Trainingsprotokollen und vielen anderen Werkzeugen, oder eine Throughline-Aufzeichnung. Dateien und Ordner können auch auf diesem Fenster abgelegt werden. (Strg+O)</translation>
    </message>
    <message>
        <source>Look at the &amp;demo</source>
        <translation>Dem&amp;o ansehen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::WhatIfFeed</name>
    <message>
        <source>These studies cannot be the base: %1.</source>
        <translation>Diese Studien können nicht die Basis sein: %1.</translation>
    </message>
    <message>
        <source>The study “%1” cannot be the base: %2.</source>
        <translation>Die Studie „%1“ kann nicht die Basis sein: %2.</translation>
    </message>
    <message>
        <source>No run of it was measured to its end.</source>
        <translation>Kein Lauf dieser Studie wurde zu Ende gemessen.</translation>
    </message>
    <message>
        <source>It measured no images/s.</source>
        <translation>Sie hat keine Bilder/s gemessen.</translation>
    </message>
    <message>
        <source>storage: %1 images/s</source>
        <translation>Datenspeicher: %1 Bilder/s</translation>
    </message>
    <message>
        <source>decode: %1 images/s</source>
        <translation>Dekodieren: %1 Bilder/s</translation>
    </message>
    <message>
        <source>consumer: %1 images/s</source>
        <translation>Abnehmer: %1 Bilder/s</translation>
    </message>
    <message>
        <source>%1 images/s</source>
        <translation>%1 Bilder/s</translation>
    </message>
</context>
<context>
    <name>throughline::ui::WhatIfPage</name>
    <message>
        <source>What if …</source>
        <translation>Was wäre wenn&#xa0;…</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>Open a worked example, saved scenarios or a file</source>
        <translation>Ein Rechenbeispiel, gespeicherte Szenarien oder eine Datei öffnen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the scenarios</source>
        <translation>Die Szenarien speichern</translation>
    </message>
    <message>
        <source>Copy chart</source>
        <translation>Diagramm kopieren</translation>
    </message>
    <message>
        <source>Copy the current chart as a picture, in light colours and with its source</source>
        <translation>Das aktuelle Diagramm als Bild kopieren, in hellen Farben und mit Quelle</translation>
    </message>
    <message>
        <source>All &amp;inputs</source>
        <translation>Alle &amp;Eingaben</translation>
    </message>
    <message>
        <source>Show all answers and inputs of the scenarios in a table</source>
        <translation>Alle Antworten und Eingaben der Szenarien in einer Tabelle zeigen</translation>
    </message>
    <message>
        <source>Your own catalogue entries: %1</source>
        <translation>Eigene Katalogeinträge: %1</translation>
    </message>
    <message>
        <source>Type a title for these scenarios</source>
        <translation>Einen Titel für diese Szenarien eingeben</translation>
    </message>
    <message>
        <source>Compare copying first, streaming and a cache</source>
        <translation>Zuerst kopieren, streamen und Cache vergleichen</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter&#xa0;…</translation>
    </message>
    <message>
        <source>Other scenarios are on the page again.</source>
        <translation>Auf der Seite stehen wieder andere Szenarien.</translation>
    </message>
    <message>
        <source>“%1” is on the page again.</source>
        <translation>„%1“ steht wieder auf der Seite.</translation>
    </message>
</context>
<context>
    <name>throughline::ui::WhatsThis</name>
    <message>
        <source>Open the help</source>
        <translation>Hilfe öffnen</translation>
    </message>
</context>
<context>
    <name>throughline::ui::WordChooser</name>
    <message>
        <source>Nothing is called &quot;%1&quot; here; &quot;%2&quot; stays.</source>
        <translation>Hier heißt nichts „%1“; es bleibt „%2“.</translation>
    </message>
</context>
<context>
    <name>throughline::whatif</name>
    <message>
        <source>never ends</source>
        <translation>endet nie</translation>
    </message>
    <message>
        <source>per GB and month</source>
        <translation>je GB und Monat</translation>
    </message>
    <message>
        <source>per GiB and month</source>
        <translation>je GiB und Monat</translation>
    </message>
    <message>
        <source>per IOPS and month</source>
        <translation>je IOPS und Monat</translation>
    </message>
    <message>
        <source>per MB/s and month</source>
        <translation>je MB/s und Monat</translation>
    </message>
    <message>
        <source>per MiB/s and month</source>
        <translation>je MiB/s und Monat</translation>
    </message>
    <message>
        <source>per provisioned MB/s and month</source>
        <translation>je bereitgestelltem MB/s und Monat</translation>
    </message>
    <message>
        <source>per 1,000 GET requests</source>
        <translation>je 1.000 GET-Anforderungen</translation>
    </message>
    <message>
        <source>per 10,000 GET requests</source>
        <translation>je 10.000 GET-Anforderungen</translation>
    </message>
    <message>
        <source>per GB read</source>
        <translation>je gelesenem GB</translation>
    </message>
    <message>
        <source>per GB read, elastic</source>
        <translation>je gelesenem GB, elastisch</translation>
    </message>
    <message>
        <source>per hour</source>
        <translation>je Stunde</translation>
    </message>
</context>
</TS>
