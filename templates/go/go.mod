module my-implementation

go 1.21
