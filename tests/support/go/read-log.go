// Reads a transparency log with Go's own packages, which share nothing with the product: opens the checkpoint with the
// log's key and the witnesses', authenticates every tile and entry, and proves what the log claims. Prints what it
// found as JSON, or exits with 1 and says what is wrong.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io/ioutil"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func fail(format string, values ...interface{}) {
	fmt.Fprintf(os.Stderr, format+"\n", values...)
	os.Exit(1)
}

func must(err error) {
	if err != nil {
		fail("%v", err)
	}
}

// A source is an address or a folder.
type source string

func (from source) read(path string) ([]byte, error) {
	if !strings.HasPrefix(string(from), "http") {
		return ioutil.ReadFile(string(from) + "/" + path)
	}
	answer, err := http.Get(string(from) + "/" + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return ioutil.ReadAll(answer.Body)
}

type tiles struct{ from source }

func (tiles) Height() int                     { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range wanted {
		// Go puts the tiles' height into their path, as the checksum database does.
		data, err := t.from.read("tile/" + strings.TrimPrefix(tile.Path(), "tile/8/"))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

// A witness signs the time with the text (c2sp.org/tlog-cosignature), which Go's package doesn't know.
type witness struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (w witness) Name() string    { return w.name }
func (w witness) KeyHash() uint32 { return w.hash }
func (w witness) Verify(text, signature []byte) bool {
	if len(signature) != 72 {
		return false
	}
	time := binary.BigEndian.Uint64(signature[:8])
	message := append([]byte(fmt.Sprintf("cosignature/v1\ntime %d\n", time)), text...)
	return ed25519.Verify(w.key, message, signature[8:])
}

func witnessOf(vkey string) witness {
	parts := strings.SplitN(vkey, "+", 3)
	bytes, err := base64.StdEncoding.DecodeString(parts[2])
	must(err)
	if bytes[0] != 4 {
		fail("not a witness's key: %s", vkey)
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), bytes...))
	id := binary.BigEndian.Uint32(sum[:4])
	if fmt.Sprintf("%08x", id) != parts[1] {
		fail("the identifier of %s is wrong", vkey)
	}
	return witness{parts[0], id, bytes[1:]}
}

func treeOf(opened *note.Note) (string, tlog.Tree) {
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	return lines[0], tlog.Tree{N: size, Hash: root}
}

func entriesOf(from source, size int64) []byte {
	var all []byte
	for n := int64(0); n*256 < size; n++ {
		path := tlog.Tile{H: 8, L: -1, N: n, W: 256}
		if size-n*256 < 256 {
			path.W = int(size - n*256)
		}
		data, err := from.read("tile/entries/" + strings.TrimPrefix(path.Path(), "tile/8/data/"))
		must(err)
		all = append(all, data...)
	}
	return all
}

func main() {
	from := flag.String("log", "", "address or folder of the log")
	vkey := flag.String("vkey", "", "the log's key")
	witnesses := flag.String("witnesses", "", "keys of witnesses whose signatures are required, separated by commas")
	old := flag.String("old", "", "file with an earlier checkpoint")
	proof := flag.String("proof", "", "file with a .tlog-proof")
	leaf := flag.String("entry", "", "the entry, in base64, that the proof is for")
	flag.Parse()

	own, err := note.NewVerifier(*vkey)
	must(err)
	known := []note.Verifier{own}
	for _, key := range strings.Split(*witnesses, ",") {
		if key != "" {
			known = append(known, witnessOf(key))
		}
	}
	open := func(data []byte) (*note.Note, tlog.Tree) {
		opened, err := note.Open(data, note.VerifierList(known...))
		must(err)
		origin, tree := treeOf(opened)
		if origin != own.Name() {
			fail("the checkpoint is of %s", origin)
		}
		return opened, tree
	}

	data, err := source(*from).read("checkpoint")
	must(err)
	opened, tree := open(data)
	if len(opened.Sigs) != len(known) {
		fail("%d of %d signatures", len(opened.Sigs), len(known))
	}
	hashes := tlog.TileHashReader(tree, tiles{source(*from)})

	// Every entry hashes to its leaf, and the leaves to the root.
	rest := entriesOf(source(*from), tree.N)
	var indexes []int64
	for n := int64(0); n < tree.N; n++ {
		indexes = append(indexes, tlog.StoredHashIndex(0, n))
	}
	leaves, err := hashes.ReadHashes(indexes)
	must(err)
	for n := range leaves {
		length := int(binary.BigEndian.Uint16(rest))
		if tlog.RecordHash(rest[2:2+length]) != leaves[n] {
			fail("entry %d is not what its leaf says", n)
		}
		rest = rest[2+length:]
	}
	root, err := tlog.TreeHash(tree.N, hashes)
	must(err)
	if root != tree.Hash || len(rest) != 0 {
		fail("the tiles lead to another root")
	}

	found := map[string]interface{}{"size": tree.N, "root": tree.Hash.String(), "signatures": len(opened.Sigs)}
	if *old != "" {
		data, err := ioutil.ReadFile(*old)
		must(err)
		_, earlier := open(data)
		path, err := tlog.ProveTree(tree.N, earlier.N, hashes)
		must(err)
		must(tlog.CheckTree(path, tree.N, tree.Hash, earlier.N, earlier.Hash))
		found["continues"] = earlier.N
	}
	if *proof != "" {
		data, err := ioutil.ReadFile(*proof)
		must(err)
		parts := bytes.SplitN(data, []byte("\n\n"), 2)
		lines := strings.Split(string(parts[0]), "\n")
		index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
		must(err)
		_, proven := open(parts[1])
		var path tlog.RecordProof
		for _, line := range lines[2:] {
			hash, err := tlog.ParseHash(line)
			must(err)
			path = append(path, hash)
		}
		entry, err := base64.StdEncoding.DecodeString(*leaf)
		must(err)
		must(tlog.CheckRecord(path, proven.N, proven.Hash, index, tlog.RecordHash(entry)))
		found["proven"] = index
	}
	out, err := json.Marshal(found)
	must(err)
	fmt.Println(string(out))
}
