"""One file in each language, and where its shared names are defined; counted by hand."""

from __future__ import annotations

from hanzo_reference.tools.code.cases.telling import Place

# Path and text, and line, column, length and symbol of each definition.
SAMPLES: dict[str, tuple[str, str, tuple[tuple[int, int, int, str], ...]]] = {
    "python": (
        "shop.py",
        (
            "LIMIT = 3\n\nclass Cart(list):\n    size: int = 1\n\n    def add(self, item, *more):\n"
            "        total = len(more)\n        return total\n\ndef load(path=None):\n    return path\n"
        ),
        (
            (0, 0, 5, "LIMIT"),
            (2, 6, 4, "Cart"),
            (3, 4, 4, "Cart.size"),
            (5, 8, 3, "Cart.add"),
            (9, 4, 4, "load"),
        ),
    ),
    "javascript": (
        "shop.mjs",
        (
            "const limit = 3;\nexport class Cart {\n  #items = [];\n  add(item, ...more) {\n"
            "    const total = more.length;\n    return total;\n  }\n}\n"
            "export const load = async (path) => path;\nfunction* each() {}\n"
        ),
        (
            (0, 6, 5, "limit"),
            (1, 13, 4, "Cart"),
            (2, 2, 6, "Cart.#items"),
            (3, 2, 3, "Cart.add"),
            (8, 13, 4, "load"),
            (9, 10, 4, "each"),
        ),
    ),
    "typescript": (
        "shop.ts",
        (
            "export interface Priced { price(): number; readonly name: string }\n"
            "enum Kind { Fresh, Dry = 2 }\ntype Id = string;\n"
            "abstract class Cart<T> implements Priced {\n  private count = 0;\n"
            "  abstract price(): number;\n  add(item: T, id?: Id): void { const kind = Kind.Dry; }\n}\n"
            "namespace shop { export function open(): void {} }\n"
        ),
        (
            (0, 17, 6, "Priced"),
            (0, 26, 5, "Priced.price"),
            (0, 52, 4, "Priced.name"),
            (1, 5, 4, "Kind"),
            (1, 12, 5, "Kind.Fresh"),
            (1, 19, 3, "Kind.Dry"),
            (2, 5, 2, "Id"),
            (3, 15, 4, "Cart"),
            (4, 10, 5, "Cart.count"),
            (5, 11, 5, "Cart.price"),
            (6, 2, 3, "Cart.add"),
            (8, 10, 4, "shop"),
            (8, 33, 4, "shop.open"),
        ),
    ),
    "tsx": (
        "Shop.tsx",
        "export function Shop(props: { name: string }) {\n  return <b title={props.name}>{1}</b>;\n}\n",
        ((0, 16, 4, "Shop"),),
    ),
    "rust": (
        "shop.rs",
        (
            "pub struct Cart<T> { items: Vec<T>, pub limit: usize }\nenum Kind { Fresh, Dry(u8) }\n"
            "trait Priced { const TAX: u8; fn price(&self) -> u32; }\n"
            "impl<T> Cart<T> {\n    pub fn add(&mut self, item: T) { let at = 1; }\n}\n"
            "mod store { pub fn open() {} }\nstatic MAX: u8 = 3;\ntype Id = u8;\n"
        ),
        (
            (0, 11, 4, "Cart"),
            (0, 21, 5, "Cart.items"),
            (0, 40, 5, "Cart.limit"),
            (1, 5, 4, "Kind"),
            (1, 12, 5, "Kind.Fresh"),
            (1, 19, 3, "Kind.Dry"),
            (2, 6, 6, "Priced"),
            (2, 21, 3, "Priced.TAX"),
            (2, 33, 5, "Priced.price"),
            (4, 11, 3, "Cart.add"),
            (6, 4, 5, "store"),
            (6, 19, 4, "store.open"),
            (7, 7, 3, "MAX"),
            (8, 5, 2, "Id"),
        ),
    ),
    "go": (
        "shop.go",
        (
            "package shop\n\nconst Limit = 3\n\nvar total, count int\n\ntype Cart struct {\n"
            "\tName string\n}\n\ntype Priced interface{ Price() int }\n\n"
            "func (c *Cart) Add(item string) int { n := 1; return n }\n\nfunc load(path string) {}\n"
        ),
        (
            (2, 6, 5, "Limit"),
            (4, 4, 5, "total"),
            (4, 11, 5, "count"),
            (6, 5, 4, "Cart"),
            (7, 1, 4, "Cart.Name"),
            (10, 5, 6, "Priced"),
            (10, 23, 5, "Priced.Price"),
            (12, 15, 3, "Cart.Add"),
            (14, 5, 4, "load"),
        ),
    ),
    "java": (
        "Shop.java",
        (
            "package shop;\n\npublic class Shop {\n  private int limit;\n  enum Kind { FRESH, DRY }\n"
            "  record Pair(int left) {}\n  interface Priced { int price(); }\n"
            "  public Shop(int limit) { this.limit = limit; }\n"
            "  int add(String item) { int n = 1; return n; }\n}\n"
        ),
        (
            (2, 13, 4, "Shop"),
            (3, 14, 5, "Shop.limit"),
            (4, 7, 4, "Shop.Kind"),
            (4, 14, 5, "Shop.Kind.FRESH"),
            (4, 21, 3, "Shop.Kind.DRY"),
            (5, 9, 4, "Shop.Pair"),
            (5, 18, 4, "Shop.Pair.left"),
            (6, 12, 6, "Shop.Priced"),
            (6, 25, 5, "Shop.Priced.price"),
            (8, 6, 3, "Shop.add"),
        ),
    ),
    "c": (
        "shop.c",
        (
            "#define LIMIT 3\ntypedef struct { int x; } Point;\nstruct node { struct node *next; };\n"
            "enum kind { FRESH, DRY };\nint total = 0;\nint add(int a);\n"
            "static char *name(struct node *n) { int i = 0; return 0; }\n"
        ),
        (
            (0, 8, 5, "LIMIT"),
            (1, 21, 1, "Point.x"),
            (1, 26, 5, "Point"),
            (2, 7, 4, "node"),
            (2, 27, 4, "node.next"),
            (3, 5, 4, "kind"),
            (3, 12, 5, "FRESH"),
            (3, 19, 3, "DRY"),
            (4, 4, 5, "total"),
            (5, 4, 3, "add"),
            (6, 13, 4, "name"),
        ),
    ),
    "cpp": (
        "shop.cpp",
        (
            "namespace shop {\ntemplate <typename T> class Box {\n public:\n  Box(T v) : value(v) {}\n"
            "  T get() const { return value; }\n private:\n  T value;\n};\nenum class Kind { Fresh };\n}\n"
            "int shop::open(int i) { auto n = 1; return n; }\nusing Id = int;\n"
        ),
        (
            (0, 10, 4, "shop"),
            (1, 28, 3, "shop.Box"),
            (4, 4, 3, "shop.Box.get"),
            (6, 4, 5, "shop.Box.value"),
            (8, 11, 4, "shop.Kind"),
            (8, 18, 5, "shop.Kind.Fresh"),
            (10, 10, 4, "shop.open"),
            (11, 6, 2, "Id"),
        ),
    ),
}


def places(language: str) -> list[Place]:
    """Where the sample of a language defines its names."""
    path, _, defined = SAMPLES[language]
    return [(path, *item) for item in defined]
